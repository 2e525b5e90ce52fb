import { effectiveUnit } from '../../../../parse/manifest/inherit.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import { folderHashOf, hashOf } from '../../../../text/bytes/digest.ts'
import { isWebAddress, normalizePath, pathProblem } from '../../../../text/paths/paths.ts'
import type { Folder } from '../../../folder.ts'
import type { ManifestRule } from '../../../rule.ts'

/** KCP §4.21: such content is refused when it is read. */
export const contentHashMismatch: ManifestRule = {
  codes: ['KCP624'],
  needs: 'files',
  check({ manifest }, report, folder) {
    for (const unit of manifest.units) {
      const hash = effectiveUnit(manifest, unit).contentHash
      if (!hash || isWebAddress(unit.path) || pathProblem(unit.path)) continue
      const found = contentHashAt(folder, normalizePath(unit.path), hash.algorithm)
      if (found === undefined || found === hash.value) continue
      report({
        code: 'KCP624',
        message: `The content_hash of the unit "${unit.id}" is "${hash.value}", but its content has "${found}".`,
        pointer: pointer('units', unit.index, 'content_hash'),
      })
    }
  },
}

/** `undefined` where the content cannot be read whole. */
export function contentHashAt(
  folder: Folder,
  path: string,
  algorithm: Parameters<typeof hashOf>[1],
): string | undefined {
  if (!folder.hasFolder(path)) return fileHash(folder, path, algorithm)
  if (folder.incomplete) return undefined
  const prefix = path === '' ? '' : `${path}/`
  const files = folder.files
    .filter((file) => file.startsWith(prefix))
    .map((file) => ({ path: file.slice(prefix.length), value: fileHash(folder, file, algorithm) ?? '' }))
  return files.every(({ value }) => value !== '') ? folderHashOf(files, algorithm) : undefined
}

function fileHash(folder: Folder, path: string, algorithm: Parameters<typeof hashOf>[1]): string | undefined {
  const read = folder.bytes(path)
  return read.ok ? hashOf(read.bytes, algorithm) : undefined
}
