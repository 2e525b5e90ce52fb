import { relative, resolve, sep } from 'node:path'
import { entryPath } from '../../discover/discover.ts'
import type { Catalog, CatalogEntry, EntryFile } from '../../model/catalog.ts'
import type { Grant } from '../../model/decisions/decision.ts'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import { limits } from '../../model/limits.ts'
import type { Ports } from '../../model/ports.ts'
import type { EntrySignature } from '../../model/documents/signature.ts'
import { digest } from '../../text/bytes/digest.ts'
import { findInjections } from '../../text/detect/injection.ts'
import { showValue } from '../../text/messages/show-value.ts'
import { normalizePath, pathProblem } from '../../text/paths/paths.ts'
import { findSecrets } from '../../text/detect/secrets.ts'
import { decodeUtf8 } from '../../text/bytes/utf8.ts'
import { openFolder } from '../../validate/folder.ts'
import { readComposed } from '../open/read-composed.ts'
import { scanRoots, type ScanOptions } from '../open/scan.ts'
import { entryFilesOf, folderUnits, type FolderRules } from '../shared/folder-units.ts'

/** What a grant would cover, shown before a person agrees. */
export interface GrantProposal {
  readonly ref: string
  readonly format: 'pack' | 'manifest'
  readonly folder: string
  /** Relative to the named path. */
  readonly shown: string
  /** As the entry declares them; a claim, not a verdict (AK-117). */
  readonly status?: string
  readonly trust?: string
  readonly files: Readonly<Record<string, string>>
  readonly entries: Readonly<Record<string, string>>
  /** Absent if nothing is signed and the config has no signature policy. */
  readonly signature?: EntrySignature
  /** What the entry names, in the form that a grant stores. */
  readonly names: readonly string[]
  readonly bytes: number
  /** Number of places that may be a secret or an instruction to a model. */
  readonly secrets: number
  readonly injections: number
  /** Files that cannot be read, and so cannot be granted. */
  readonly unreadable: readonly string[]
  /** Why a grant covers nothing, or not all, of folders that units name, as sentences. */
  readonly uncovered: readonly string[]
  /** Exactly these files are granted or followed already. */
  readonly held: boolean
  /** Files that are new or differ from those that were pinned before. */
  readonly changed: readonly string[]
  /** Files that were pinned before and do not exist any more. */
  readonly gone: readonly string[]
  /** Its folder is followed now. */
  readonly followed?: true
}

interface ProposeOptions extends Pick<ScanOptions, 'allowTypes' | 'ignore' | 'signatures'> {
  readonly follow?: boolean
  /** Called where the scan stopped at a limit, so that entries may be missing. */
  readonly onLimit?: (diagnostic: Diagnostic) => void
  /** Called with the invalid documents, which cannot be granted. */
  readonly onQuarantined?: (quarantined: Catalog['quarantined']) => void
  /** Called with the granted entries below a folder that are gone or cannot be used. */
  readonly onLapsed?: (lapsed: readonly CatalogEntry[]) => void
  /** Called with the number of ungranted manifests that a named manifest declares. */
  readonly onDeclared?: (count: number) => void
}

/**
 * Every pack and manifest below a folder, or the one whose entry file is named, with the digests of its files, which
 * are read to pin what is granted.
 */
export function proposeGrants(
  ports: Ports,
  path: string,
  cwd: string,
  options: ProposeOptions = {},
): readonly GrantProposal[] {
  const named = resolve(cwd, path)
  const isFile = ports.files.kindOf(named) === 'file'
  const root = isFile ? resolve(named, '..') : named
  const catalog = scanRoots(ports, [{ path: root, scope: 'workspace' }], {
    ...options,
    inFull: true,
    compose: readComposed,
  })
  const { entries, shadowed, quarantined, diagnostics, withheld } = catalog
  const rules = { ignore: options.ignore ?? [], entryFiles: entryFilesOf(catalog) }
  for (const diagnostic of diagnostics) if (diagnostic.code === 'AK115') options.onLimit?.(diagnostic)
  const real = ports.files.realPath(named)
  const isNamed = ({ found }: { readonly found: EntryFile }): boolean =>
    !isFile || ports.files.realPath(entryPath(found)) === real
  options.onQuarantined?.(quarantined.filter(isNamed))
  options.onLapsed?.((withheld ?? []).filter(({ found, lapsed }) => !isFile && lapsed && found.root === root))
  const proposed = [...entries, ...shadowed].filter(isNamed)
  if (isFile) options.onDeclared?.(ungrantedDeclared(proposed, entries))
  return proposed.map((entry) => {
    const looked = lookAt(ports, entry, rules)
    const grant = ports.grants.find(entry.found.folder)
    const shown = relative(root, entry.found.folder).split(sep).join('/') || '.'
    const gone = grant ? goneSince(grant, entry, ports.files) : []
    return {
      ...looked,
      shown,
      held:
        grant !== undefined && (options.follow ? grant.follow === true : gone.length === 0 && covers(grant, looked)),
      changed: changedSince(grant, looked),
      gone,
      ...(grant?.follow ? { followed: true as const } : {}),
    }
  })
}

/** The number of ungranted manifests that the proposed ones declare. */
function ungrantedDeclared(proposed: readonly CatalogEntry[], entries: readonly CatalogEntry[]): number {
  const places = new Set(proposed.flatMap(({ declares = [] }) => declares.map(({ place }) => place)))
  return entries.filter(({ found, standing }) => standing === 'ungranted' && places.has(entryPath(found))).length
}

type Looked = Omit<GrantProposal, 'shown' | 'held' | 'changed' | 'gone' | 'followed'>

function lookAt(
  { files }: Pick<Ports, 'files'>,
  { ref, found, document, headDigest, signature }: CatalogEntry,
  rules: FolderRules,
): Looked {
  const digests: Record<string, string> = {}
  const unreadable: string[] = []
  let [bytes, secrets, injections] = [0, 0, 0]
  const { covered, uncovered } = coverage(files, { found, document }, rules)
  for (const file of covered) {
    const read = files.read(found.folder, file, { limit: limits.contentBytes })
    if (!read.ok) {
      unreadable.push(file)
      continue
    }
    digests[file] = digest(read.bytes)
    bytes += read.bytes.length
    const decoded = read.bytes.length <= limits.checkedFileBytes ? decodeUtf8(read.bytes) : undefined
    if (!decoded?.ok) continue
    secrets += findSecrets(decoded.text).length
    injections += findInjections(decoded.text).length
  }
  const declared =
    document.kind === 'pack' ? { status: document.status, trust: document.head.trust ?? 'unreviewed' } : {}
  return {
    ref,
    format: document.kind,
    folder: found.folder,
    ...declared,
    files: digests,
    entries: { [found.file]: headDigest },
    ...(signature ? { signature } : {}),
    names: namesOf(document),
    bytes,
    secrets,
    injections,
    unreadable,
    uncovered,
  }
}

/** A pack covers its folder, a manifest what its units name. */
function namesOf(document: CatalogEntry['document']): readonly string[] {
  if (document.kind === 'pack') return ['.']
  const paths = document.units.flatMap(({ path }) => (pathProblem(path) ? [] : normalizePath(path) || '.'))
  return [...new Set(paths)].sort()
}

/** The files that a grant of an entry covers, relative to its folder. Nothing is opened. */
export const grantableFiles = (
  files: Ports['files'],
  entry: Pick<CatalogEntry, 'found' | 'document'>,
  rules?: FolderRules,
): readonly string[] => coverage(files, entry, rules).covered

function coverage(
  files: Ports['files'],
  { found, document }: Pick<CatalogEntry, 'found' | 'document'>,
  rules?: FolderRules,
): { readonly covered: readonly string[]; readonly uncovered: readonly string[] } {
  if (document.kind === 'pack') return { covered: openFolder(files, found.folder).files, uncovered: [] }
  const filesOf = folderUnits(files, rules)
  const named: string[] = []
  const uncovered: string[] = []
  for (const { path } of document.units) {
    if (pathProblem(path)) continue
    const folder = filesOf(found, path)
    for (const file of folder?.files ?? [normalizePath(path)]) named.push(file)
    const why = folder?.closed ?? folder?.beyond
    if (why !== undefined) uncovered.push(`${showValue(path)}: ${why}`)
  }
  // The manifest, the manifests that it includes, and the files that its units name; sorted, each once.
  const included = (document.includes ?? []).map(({ path }) => path)
  return { covered: [...new Set([found.file, ...included, ...named.sort()])], uncovered }
}

/** Whether a grant already covers exactly these bytes. */
function covers(grant: Grant, looked: Looked): boolean {
  if (grant.follow || changedSince(grant, looked).length > 0) return false
  return Object.entries(looked.entries).every(([name, value]) => grant.entries?.[name] === value)
}

const changedSince = (grant: Grant | undefined, { files }: Looked): readonly string[] =>
  grant === undefined || grant.follow ? [] : Object.keys(files).filter((name) => grant.files?.[name] !== files[name])

/** The pinned files of an entry that do not exist any more. */
export const goneSince = (
  { files: pinned = {} }: Pick<Grant, 'files'>,
  { found, document }: Pick<CatalogEntry, 'found' | 'document'>,
  files: Ports['files'],
): readonly string[] =>
  Object.keys(pinned).filter(
    (file) => belongsTo(document.kind, file) && files.kindOf(`${found.folder}/${file}`) === undefined,
  )

/** A pack and a manifest may share a folder and so a grant; the entry file of the other is not missing. */
const belongsTo = (kind: CatalogEntry['document']['kind'], file: string): boolean =>
  file !== (kind === 'pack' ? 'knowledge.yaml' : 'KNOWLEDGE.md')
