import type { ReadEntry } from '../../catalog/build.ts'
import { entryAt } from '../../discover/declared-manifests.ts'
import { entryPath } from '../../discover/discover.ts'
import { isFileIgnored, startIgnoring } from '../../discover/ignore-chain.ts'
import { isInCopy } from '../../federate/manifest-address.ts'
import { declaredFiles } from '../../federate/declared-files.ts'
import type { DeclaredPlace, EntryFile, Root } from '../../model/catalog.ts'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import type { Manifest } from '../../model/documents/manifest.ts'
import type { Files } from '../../model/ports.ts'
import { diagnose } from '../../parse/diagnose.ts'
import { folderOf } from '../../text/paths/paths.ts'
import { installedPaths } from '../shared/installed-paths.ts'
import type { Allowance } from './allowance.ts'

export interface Following {
  readonly root: Root
  readonly files: Files
  /** Globs of the config. */
  readonly ignore: readonly string[]
  readonly allowance: Allowance
  /** `undefined` if a limit was reached. */
  readEntry(found: EntryFile): ReadEntry | undefined
}

export interface FollowedManifests {
  /** Includes the manifests that others declare, directly or indirectly. */
  readonly read: readonly ReadEntry[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Adds the manifests that manifests of a root declare and that are inside it (KCP §3.6). Each is an entry of its own:
 * it needs its own grant and inherits nothing from its parent. A file is read once, so a cycle ends.
 */
export function followDeclared(found: readonly ReadEntry[], following: Following): FollowedManifests {
  const { files, root, ignore } = following
  if (!found.some(declaresOthers)) return { read: found, diagnostics: [] }
  const ignored = startIgnoring(files, root.path, ignore)
  // By real path: a link to a known manifest is that manifest.
  const placeAt = new Map(
    found
      .filter(({ found: entry }) => entry.format === 'manifest')
      .map(({ found: entry }) => [files.realPath(entryPath(entry)), entryPath(entry)]),
  )
  const installed = installedPaths(files, root.path)
  const read: ReadEntry[] = [...found]
  const diagnostics: Diagnostic[] = []
  for (let i = 0; i < read.length; i++) {
    const parent = read[i]
    if (!parent || !declaresOthers(parent)) continue
    const declares: DeclaredPlace[] = []
    const folder = folderOf(entryPath(parent.found).slice(root.path.length + 1))
    for (const { id, entry, path: local, refused } of declaredFiles(
      parent.document,
      { root: root.path, folder },
      files,
    )) {
      if (refused !== undefined) diagnostics.push(...unusable(parent.found, id, refused))
      // The author's mirror comes first, then an installed manifest, then a fetched copy.
      const path = local !== undefined && !isInCopy(local) ? local : (installed(entry.url) ?? local)
      if (path === undefined || isFileIgnored(ignored, path)) continue
      const real = files.realPath(`${root.path}/${path}`)
      const known = placeAt.get(real) ?? add(parent, path, following)
      if (known === undefined) continue
      const place = typeof known === 'string' ? known : entryPath(known.found)
      if (typeof known !== 'string') {
        read.push(known)
        placeAt.set(real, place)
      }
      // A manifest that declares itself is ignored.
      if (place !== entryPath(parent.found)) declares.push({ id, place })
    }
    if (declares.length > 0) read[i] = { ...parent, declares }
  }
  return { read, diagnostics }
}

const declaresOthers = (entry: ReadEntry): entry is ReadEntry & { readonly document: Manifest } =>
  entry.document?.kind === 'manifest' && (entry.document.manifests ?? []).length > 0

function add(parent: ReadEntry, path: string, { root, allowance, readEntry }: Following): ReadEntry | undefined {
  const entry = entryAt({
    root,
    path,
    shown: root.shown === undefined ? path : `${root.shown}/${path}`,
    via: 'manifest',
  })
  return allowance.takesDeclared(entry, parent.standing) ? readEntry(entry) : undefined
}

const unusable = ({ path: file }: EntryFile, id: string, detail: string): readonly Diagnostic[] =>
  diagnose([{ code: 'KCP508', message: `The declared manifest "${id}" cannot be used. ${detail}` }], { file, text: '' })
