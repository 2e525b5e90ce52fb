import { limits } from '../../model/limits.ts'
import type { Unit } from '../../model/documents/manifest.ts'
import type { Files } from '../../model/ports.ts'
import { effectiveUnit } from '../../parse/manifest/inherit.ts'
import { readManifest } from '../../parse/manifest/manifest.ts'
import { pointer } from '../../parse/yaml/tree.ts'
import { hashFolder } from '../../select/texts/content-hash.ts'
import { hashOf } from '../../text/bytes/digest.ts'
import { isWebAddress, normalizePath, pathProblem } from '../../text/paths/paths.ts'

export interface HashedUnits {
  /** Ids of units whose declared hash is not that of their content. */
  readonly differing: readonly string[]
  /** Ids of units that declare none: a signature of the manifest does not cover their content. */
  readonly undeclared: readonly string[]
  /** Ids of units whose content cannot be read. */
  readonly unreadable: readonly string[]
}

/** Compares the declared hashes of a manifest with the content (KCP §4.21), and writes the right ones. */
export function refreshHashes(
  files: Files,
  folder: string,
  { file, bytes }: { readonly file: string; readonly bytes: Uint8Array },
): HashedUnits & { readonly bytes: Uint8Array } {
  const { manifest, source } = readManifest(bytes, file)
  const found = { differing: [] as string[], undeclared: [] as string[], unreadable: [] as string[] }
  const values = new Map<string, string>()
  for (const unit of manifest?.units ?? []) {
    const hash = manifest && effectiveUnit(manifest, unit).contentHash
    if (isWebAddress(unit.path) || pathProblem(unit.path)) continue
    if (!hash) {
      found.undeclared.push(unit.id)
      continue
    }
    const value = contentHash(files, folder, unit, hash.algorithm)
    if (value === undefined) found.unreadable.push(unit.id)
    else if (value !== hash.value) {
      found.differing.push(unit.id)
      values.set(pointer('units', unit.index, 'content_hash', 'value'), value)
    }
  }
  return { ...found, bytes: values.size === 0 ? bytes : replaced(bytes, source, values) }
}

function contentHash(
  files: Files,
  root: string,
  unit: Unit,
  algorithm: Parameters<typeof hashOf>[1],
): string | undefined {
  const path = normalizePath(unit.path)
  if (files.kindOf(`${root}/${path}`) === 'folder') return hashFolder(files, { root, path }, algorithm).value
  const read = files.read(root, path, { limit: limits.contentBytes })
  return read.ok ? hashOf(read.bytes, algorithm) : undefined
}

const mark = Buffer.from('\ufeff')

/** Edits from the end, so that earlier offsets stay valid. A byte order mark is not part of the text, and stays. */
function replaced(
  bytes: Uint8Array,
  { text, locate }: ReturnType<typeof readManifest>['source'],
  values: ReadonlyMap<string, string>,
): Uint8Array {
  const places = locate?.(new Set(values.keys())) ?? new Map()
  const edits = [...values].flatMap(([at, value]) => {
    const place = places.get(at)
    return place?.inline ? [{ ...place.value, value }] : []
  })
  let after = text
  for (const { start, end, value } of edits.sort((a, b) => b.start - a.start))
    after = `${after.slice(0, start)}"${value}"${after.slice(end)}`
  const hasMark = Buffer.compare(bytes.subarray(0, mark.length), mark) === 0
  return Buffer.from(hasMark && !after.startsWith('\ufeff') ? `\ufeff${after}` : after)
}
