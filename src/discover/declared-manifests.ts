import type { EntryFile, Root } from '../model/catalog.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import { limits } from '../model/limits.ts'
import type { Files } from '../model/ports.ts'
import { diagnose } from '../parse/diagnose.ts'
import { parseLlmsTxt } from '../parse/side-documents/llms-txt.ts'
import { fileName, folderOf, joinPath } from '../text/paths/paths.ts'

export interface DeclaredManifests {
  readonly entries: readonly EntryFile[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * The manifests that the `llms.txt` of a root names (KCP §1.2). One that cannot be read inside the root is not used.
 */
export function declaredManifests(files: Files, root: Root): DeclaredManifests {
  const isThere = files.list(root.path)?.some(({ name, kind }) => name === 'llms.txt' && kind !== 'folder')
  const read = isThere ? files.read(root.path, 'llms.txt', { limit: limits.documentBytes }) : undefined
  if (!read?.ok) return { entries: [], diagnostics: [] }
  const shown = (path: string): string => (root.shown === undefined ? path : `${root.shown}/${path}`)
  const { value, diagnostics } = parseLlmsTxt(read.bytes, { file: shown('llms.txt') })
  const entries: EntryFile[] = []
  const refused: Diagnostic[] = []
  const named = [...new Set(value?.manifests)]
  if (named.length > limits.declaredManifests)
    refused.push(
      ...diagnose(
        [
          {
            code: 'AK115',
            message: `It names ${named.length} manifests; only the first ${limits.declaredManifests} are read.`,
          },
        ],
        { file: shown('llms.txt'), text: '' },
      ),
    )
  for (const path of named.slice(0, limits.declaredManifests)) {
    // Read from the root, so that a link in the path cannot lead out of it (KCP-139).
    const manifest = files.read(root.path, path, { limit: limits.documentBytes, head: 0 })
    if (manifest.ok) entries.push(entryOf(root, path, shown(path)))
    else
      refused.push(
        ...diagnose([{ code: 'KCP507', message: `The manifest "${path}" cannot be used. ${manifest.detail}` }], {
          file: shown('llms.txt'),
          text: '',
        }),
      )
  }
  return { entries, diagnostics: [...diagnostics, ...refused] }
}

function entryOf({ path: root, scope }: Root, path: string, shown: string): EntryFile {
  const above = folderOf(path)
  const folder = above === '' ? root : `${root}/${joinPath(above)}`
  return { format: 'manifest', folder, file: fileName(path), scope, path: shown, root, via: 'llms.txt', native: false }
}
