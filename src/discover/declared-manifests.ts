import type { EntryFile, Root } from '../model/catalog.ts'
import type { Diagnostic, Finding } from '../model/codes/diagnostic.ts'
import type { DistributionEntry } from '../model/documents/side-documents.ts'
import { limits } from '../model/limits.ts'
import type { Files, FolderEntry } from '../model/ports.ts'
import { diagnose } from '../parse/diagnose.ts'
import { pathFromRoot } from '../parse/local-manifest.ts'
import { parseDistribution } from '../parse/side-documents/distribution.ts'
import { parseLlmsTxt } from '../parse/side-documents/llms-txt.ts'
import { parseWellKnown } from '../parse/side-documents/well-known.ts'
import { fileName, folderOf, joinPath } from '../text/paths/paths.ts'
import { isFileIgnored, type IgnoreChain } from './ignore-chain.ts'

export interface DeclaredManifests {
  readonly entries: readonly EntryFile[]
  readonly diagnostics: readonly Diagnostic[]
}

/** A document at a fixed place in a root that names manifests. */
interface Declaring {
  readonly file: string
  readonly via: EntryFile['via']
  readonly unusable: Finding['code']
  read(bytes: Uint8Array, file: string, root: Root): Named
}

interface Named {
  /** As written; with the path from the root if it may be used. */
  readonly manifests: readonly { readonly written: string; readonly path?: string }[]
  readonly diagnostics: readonly Diagnostic[]
}

/** In the order in which they are looked up. Manifests that are not on this disk are not named. */
const declaring: readonly Declaring[] = [
  {
    // KCP §1.2
    file: 'llms.txt',
    via: 'llms.txt',
    unusable: 'KCP507',
    read(bytes, file) {
      const { value, diagnostics } = parseLlmsTxt(bytes, { file })
      return { manifests: [...new Set(value?.manifests)].map((path) => ({ written: path, path })), diagnostics }
    },
  },
  {
    // KCP §1.4
    file: '.well-known/kcp.json',
    via: 'well-known',
    unusable: 'KCP508',
    read(bytes, file) {
      const { value, diagnostics } = parseWellKnown(bytes, { file })
      const written = value?.manifest.trim()
      if (written === undefined || /^[a-z][a-z0-9+.-]*:/i.test(written)) return { manifests: [], diagnostics }
      return { manifests: [named(written, pathFromRoot(written.replace(/^\//, ''), ''))], diagnostics }
    },
  },
  {
    // KCP Catalog §5
    file: '.kcp/catalog.yaml',
    via: 'catalog.yaml',
    unusable: 'KCP508',
    read(bytes, file, root) {
      const { value, diagnostics } = parseDistribution(bytes, { file })
      const local = (value?.entries ?? []).filter(
        ({ sourceKind }) => sourceKind === 'relative' || sourceKind === 'absolute',
      )
      return { manifests: local.map((entry) => named(entry.source, sourcePath(entry, root))), diagnostics }
    },
  },
]

const named = (written: string, path: string | undefined): Named['manifests'][number] =>
  path === undefined ? { written } : { written, path }

function sourcePath({ source, sourceKind }: DistributionEntry, { path: root }: Root): string | undefined {
  if (sourceKind === 'relative') return pathFromRoot(source, '.kcp')
  return source.startsWith(`${root}/`) ? pathFromRoot(source.slice(root.length + 1), '') : undefined
}

/** The manifests that the documents of a root name. Those that cannot be read inside the root are not used. */
export function declaredManifests(files: Files, root: Root, ignored: IgnoreChain): DeclaredManifests {
  const listed = files.list(root.path) ?? []
  const found = declaring.filter(({ file }) => mayExist(file, listed)).map((one) => namedBy(one, files, root, ignored))
  return {
    entries: found.flatMap(({ entries }) => entries),
    diagnostics: found.flatMap(({ diagnostics }) => diagnostics),
  }
}

/** Most roots have none of these, and listing the folder is cheaper than three attempts to open a file. */
const mayExist = (file: string, listed: readonly FolderEntry[]): boolean => {
  const [first] = file.split('/')
  return listed.some(({ name, kind }) => name === first && (file !== first || kind !== 'folder'))
}

function namedBy(declaration: Declaring, files: Files, root: Root, ignored: IgnoreChain): DeclaredManifests {
  const { file, via, unusable } = declaration
  const shown = (path: string): string => (root.shown === undefined ? path : `${root.shown}/${path}`)
  const report = (code: Finding['code'], message: string): readonly Diagnostic[] =>
    diagnose([{ code, message }], { file: shown(file), text: '' })
  const read = files.read(root.path, file, { limit: limits.documentBytes })
  if (!read.ok) return { entries: [], diagnostics: [] }
  const { manifests, diagnostics } = declaration.read(read.bytes, shown(file), root)
  const entries: EntryFile[] = []
  const refused: Diagnostic[] = []
  if (manifests.length > limits.declaredManifests)
    refused.push(
      ...report(
        'AK115',
        `It names ${manifests.length} manifests; only the first ${limits.declaredManifests} are read.`,
      ),
    )
  for (const { written, path } of manifests.slice(0, limits.declaredManifests)) {
    if (path !== undefined && isFileIgnored(ignored, path)) continue
    // Read relative to the root, so that a link in the path cannot lead out of it (KCP-139).
    const manifest =
      path === undefined ? undefined : files.read(root.path, path, { limit: limits.documentBytes, head: 0 })
    if (path !== undefined && manifest?.ok) entries.push(entryAt({ root, path, shown: shown(path), via }))
    else
      refused.push(
        ...report(
          unusable,
          `The manifest "${written}" cannot be used. ${manifest && !manifest.ok ? manifest.detail : 'It is not a YAML file inside the root.'}`,
        ),
      )
  }
  return { entries, diagnostics: [...diagnostics, ...refused] }
}

interface Place {
  readonly root: Pick<Root, 'path' | 'scope'>
  /** Relative to the root. */
  readonly path: string
  readonly shown: string
  readonly via: EntryFile['via']
}

/** The entry of a manifest that the walk did not find. */
export function entryAt({ root: { path: root, scope }, path, shown, via }: Place): EntryFile {
  const above = folderOf(path)
  const folder = above === '' ? root : `${root}/${joinPath(above)}`
  return { format: 'manifest', folder, file: fileName(path), scope, path: shown, root, via, native: false }
}
