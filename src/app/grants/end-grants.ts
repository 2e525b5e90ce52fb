import { basename, dirname, resolve } from 'node:path'
import type { Grant } from '../../model/decision.ts'
import type { Ports } from '../../model/ports.ts'

/** The names of the entry files that a grant is for. */
export const grantedEntryFiles = (grant: Grant | undefined): readonly string[] => [
  ...new Set([...Object.keys(grant?.entries ?? {}), ...Object.keys(grant?.names ?? {})]),
]

/** A removed grant, or the part of one that an entry file had. */
export interface RemovedGrant {
  readonly path: string
  readonly grant: Grant
}

/** Removes every grant of a folder and of the folders below it, or that of an entry file, which may be gone. */
export function removeGrants(
  ports: Pick<Ports, 'grants' | 'files'>,
  path: string,
  cwd: string,
): readonly RemovedGrant[] {
  const named = resolve(cwd, path)
  const { grants, files } = ports
  const [folder, file] = [dirname(named), basename(named)]
  const grant = files.kindOf(named) === 'folder' ? undefined : grants.find(folder)
  if (grant && (grantedEntryFiles(grant).includes(file) || (grant.follow && grantedEntryFiles(grant).length === 0))) {
    endEntry(ports, folder, file)
    return [{ path: named, grant }]
  }
  return grants.below(named).flatMap((below) => (grants.remove(below.path) ? [{ path: below.path, grant: below }] : []))
}

/** Ends the grant of an entry file; the other entries of its folder stay granted. */
export function endEntry({ grants }: Pick<Ports, 'grants'>, folder: string, file: string): void {
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

/** Folders of other grants that cover files of removed ones: nothing of these restricts them any more. */
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

/** Of the content, not of the entry files. */
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
