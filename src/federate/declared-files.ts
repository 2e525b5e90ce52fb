import type { FederatedManifest, Manifest } from '../model/documents/manifest.ts'
import { limits } from '../model/limits.ts'
import type { Files } from '../model/ports.ts'
import { isRelativeManifest, mirrorFromRoot, pathFromRoot } from '../parse/local-manifest.ts'
import { copyPath, isInCopy } from './manifest-address.ts'

/** A manifest that another one declares, as far as it is on this disk. */
interface DeclaredFile {
  /** Its `manifests[].id`. */
  readonly id: string
  readonly entry: FederatedManifest
  /** From the root. Absent: there is no copy inside the root. */
  readonly path?: string
  /** Why a declared local copy is not used. */
  readonly refused?: string
}

interface DeclaringFolder {
  readonly root: string
  /** Folder of the declaring manifest, from the root. */
  readonly folder: string
}

/**
 * The local files of the manifests that a manifest declares: an existing mirror, else a relative `url`, else the copy
 * that was fetched (KCP §3.6). No network is used, nothing is parsed, and a path or link that leaves the root is
 * refused. Among entries with the same id the first counts.
 */
export function declaredFiles(
  { manifests = [] }: Manifest,
  place: DeclaringFolder,
  files: Pick<Files, 'read'>,
): readonly DeclaredFile[] {
  const found = new Map<string, DeclaredFile>()
  for (const entry of manifests.slice(0, limits.declaredManifests)) {
    const { id } = entry
    if (id !== undefined && !found.has(id)) found.set(id, { id, entry, ...localFile(entry, place, files) })
  }
  return [...found.values()]
}

type LocalFile = Pick<DeclaredFile, 'path' | 'refused'>

function localFile(entry: FederatedManifest, place: DeclaringFolder, files: Pick<Files, 'read'>): LocalFile {
  const own = ownFile(entry, place, files)
  const copy = entry.url === undefined || own.path !== undefined ? undefined : copyPath(entry.url)
  return copy === undefined ? own : { ...own, ...onlyPath(fileAt(copy, place.root, files)) }
}

const onlyPath = ({ path }: LocalFile): LocalFile => (path === undefined ? {} : { path })

/** The file that the author of the manifest provides: its mirror, or the target of its relative `url`. */
export function ownFile(
  { localMirror, url }: FederatedManifest,
  { root, folder }: DeclaringFolder,
  files: Pick<Files, 'read'>,
): LocalFile {
  // A fetched manifest brings no files along; it declares others by their URLs.
  if (isInCopy(`${folder}/`)) return absent
  const mirror = localMirror === undefined ? absent : fileAt(mirrorFromRoot(localMirror, folder), root, files)
  if (mirror.path !== undefined || url === undefined || !isRelativeManifest(url)) return mirror
  const local = fileAt(pathFromRoot(url, folder), root, files)
  // There is no other place to look for it.
  return local === absent ? { refused: 'The file does not exist.' } : local
}

const absent: LocalFile = {}

function fileAt(path: string | undefined, root: string, files: Pick<Files, 'read'>): LocalFile {
  if (path === undefined) return { refused: 'The path leaves the root, or is not a path to a YAML file.' }
  // Read from the root, so that a link in the path cannot lead out of it.
  const read = files.read(root, path, { limit: limits.documentBytes, head: 0 })
  if (read.ok) return { path }
  return read.trouble === 'missing' ? absent : { refused: read.detail }
}
