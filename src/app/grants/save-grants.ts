import { basename, dirname, resolve } from 'node:path'
import type { CatalogEntry } from '../../model/catalog.ts'
import type { Grant } from '../../model/decisions/decision.ts'
import type { Ports } from '../../model/ports.ts'
import { version } from '../../version.ts'
import { noteEdition } from '../sign/entry-signature.ts'
import type { GrantProposal } from './propose-grants.ts'

interface SaveOptions {
  readonly follow: boolean
  readonly given: Grant['given']
  /** Granted entries that are gone; their grants end. */
  readonly missing?: readonly CatalogEntry[]
  /** Folders whose manifest is drafted and not on the disk. */
  readonly drafted?: readonly string[]
}

/** Saves one grant for each folder, also if a pack and a manifest share it. */
export function saveGrants(
  ports: Ports,
  proposals: readonly GrantProposal[],
  { follow, given, missing = [], drafted = [] }: SaveOptions,
): readonly Grant[] {
  for (const { found } of missing) endEntry(ports, found.folder, found.file)
  const at = ports.clock.now().toISOString()
  const folders = [...new Set(proposals.map(({ folder }) => folder))]
  const grants = folders.map((folder): Grant => {
    const own = proposals.filter((proposal) => proposal.folder === folder)
    const contents = follow ? followed(own) : pinned(own, unproposed(folder, own, ports))
    const isDrafted = drafted.includes(folder) ? { drafted: true as const } : {}
    return { path: folder, given, at, version, ...contents, ...isDrafted }
  })
  for (const grant of grants) ports.grants.save(grant)
  for (const { folder, entries, signature } of proposals)
    for (const file of Object.keys(entries)) noteEdition(ports, `${folder}/${file}`, signature)
  return grants
}

type Contents = Pick<Grant, 'follow' | 'files' | 'entries' | 'names'>

const followed = (own: readonly GrantProposal[]): Contents => ({
  follow: true,
  names: Object.fromEntries(
    own.flatMap(({ entries, names }) => Object.keys(entries).map((file) => [file, [...new Set(['.', ...names])]])),
  ),
})

function pinned(own: readonly GrantProposal[], { files, entries, names }: Contents): Contents {
  const merge = <Value>(parts: readonly (Readonly<Record<string, Value>> | undefined)[]): Record<string, Value> =>
    Object.assign({}, ...parts) as Record<string, Value>
  const ownNames = own.flatMap((proposal) => Object.keys(proposal.entries).map((file) => ({ [file]: proposal.names })))
  return {
    files: merge([files, ...own.map((proposal) => proposal.files)]),
    entries: merge([entries, ...own.map((proposal) => proposal.entries)]),
    names: merge([names, ...ownNames]),
  }
}

/** The present grant of entries that were not proposed, because another was named or they are ignored or invalid. */
function unproposed(folder: string, own: readonly GrantProposal[], { grants, files }: Ports): Contents {
  const before = grants.find(folder)
  const kept = grantedEntryFiles(before).filter(
    (file) =>
      !own.some(({ entries }) => Object.hasOwn(entries, file)) && files.kindOf(`${folder}/${file}`) !== undefined,
  )
  if (!before || kept.length === 0) return {}
  return {
    files: before.files ?? {},
    // Followed files have no digest, so they need a new grant.
    entries: Object.fromEntries(kept.map((file) => [file, before.entries?.[file] ?? ''])),
    names: Object.fromEntries(kept.flatMap((file) => (before.names?.[file] ? [[file, before.names[file]]] : []))),
  }
}

/** The names of the entry files that a grant covers. */
const grantedEntryFiles = (grant: Grant | undefined): readonly string[] => [
  ...new Set([...Object.keys(grant?.entries ?? {}), ...Object.keys(grant?.names ?? {})]),
]

/** A removed grant, or the part of one that an entry file had. */
interface RemovedGrant {
  readonly path: string
  readonly grant: Grant
}

/** Removes every grant of a folder and of the folders below it, or that of an entry file, which may be gone. */
export function removeGrants(
  ports: Pick<Ports, 'grants' | 'files' | 'editions'>,
  path: string,
  cwd: string,
): readonly RemovedGrant[] {
  const named = resolve(cwd, path)
  const { grants, files } = ports
  // After a grant ends, an older signed edition may be granted.
  ports.editions?.forget(named)
  const [folder, file] = [dirname(named), basename(named)]
  const grant = files.kindOf(named) === 'folder' ? undefined : grants.find(folder)
  if (grant && (grantedEntryFiles(grant).includes(file) || (grant.follow && grantedEntryFiles(grant).length === 0))) {
    endEntry(ports, folder, file)
    return [{ path: named, grant }]
  }
  return grants.below(named).flatMap((below) => (grants.remove(below.path) ? [{ path: below.path, grant: below }] : []))
}

/** Ends the grant of an entry file; the other entries of its folder stay granted. */
function endEntry({ grants }: Pick<Ports, 'grants'>, folder: string, file: string): void {
  const grant = grants.find(folder)
  if (!grant) return
  if (grantedEntryFiles(grant).every((name) => name === file)) return void grants.remove(folder)
  const without = <Value>(values: Readonly<Record<string, Value>> | undefined): Record<string, Value> =>
    Object.fromEntries(Object.entries(values ?? {}).filter(([name]) => name !== file))
  grants.save({
    ...grant,
    names: without(grant.names),
    ...(grant.entries ? { entries: without(grant.entries), files: without(grant.files) } : {}),
  })
}

/** Folders of other grants that cover files of the removed ones, which no longer restrict them. */
export function stillGranted({ grants }: Pick<Ports, 'grants'>, removed: readonly RemovedGrant[]): readonly string[] {
  const overlaps = (a: Grant, b: Grant): boolean => {
    const places = new Set(placesOf(a))
    return a.follow || b.follow
      ? placesOf(b).some((place) => isIn(place, a.path)) || placesOf(a).some((place) => isIn(place, b.path))
      : placesOf(b).some((place) => places.has(place))
  }
  const found = removed.flatMap(({ grant }) =>
    [...grants.below(grant.path), ...foldersOver(grant.path).flatMap((folder) => grants.find(folder) ?? [])]
      .filter((other) => overlaps(grant, other))
      .map(({ path }) => path),
  )
  return [...new Set(found)].sort()
}

const isIn = (place: string, folder: string): boolean => `${place}/`.startsWith(`${folder}/`)

/** Paths of the content, without the entry files. */
const placesOf = ({ path, files = {}, entries = {}, follow }: Grant): readonly string[] =>
  follow
    ? [path]
    : Object.keys(files)
        .filter((file) => !Object.hasOwn(entries, file))
        .map((file) => `${path}/${file}`)

function foldersOver(path: string): readonly string[] {
  const above = dirname(path)
  return above === path ? [] : [above, ...foldersOver(above)]
}
