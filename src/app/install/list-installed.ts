import { folderOfEntry } from '../../distribute/installed-manifests.ts'
import type { FoundDistribution } from '../../discover/find-distribution.ts'
import { staleness } from '../../distribute/catalog-entries.ts'
import type { LockedEntry } from '../../model/distribution/installation.ts'
import { limits } from '../../model/limits.ts'
import { parseManifest } from '../../parse/manifest/manifest.ts'
import { catalogRequests } from './catalog-requests.ts'
import { entryFileOf, type InstallRefusal, type InstallContext } from './install-context.ts'
import { installedState, readLock, type InstalledState } from './lock-store.ts'

/** One entry of the lock or of the catalog. */
export interface ListedInstall extends InstalledState {
  readonly name: string
  readonly source: string
  readonly state: 'installed' | 'edited' | 'incomplete' | 'in-place' | 'not-installed'
  readonly format?: LockedEntry['format']
  readonly version?: string
  readonly commit?: string
  readonly stale: readonly string[]
}

/** What the lock and the catalog name, and how the files here differ. Nothing is fetched. */
export function listInstalled(
  world: InstallContext,
  catalog: FoundDistribution | undefined,
): { readonly entries: readonly ListedInstall[]; readonly refused: readonly InstallRefusal[] } {
  const lock = readLock(world)
  if ('code' in lock) return { entries: [], refused: [lock] }
  const { requests, inPlace, refused } = catalog
    ? catalogRequests(world, catalog)
    : { requests: [], inPlace: [], refused: [] }
  const locked = lock.lock.entries.map((entry): ListedInstall => {
    const declared = requests.find(({ name }) => name === entry.name)?.declared
    const { name, source, format, version, commit } = entry
    const state = installedState(world, entry)
    const now = installedVersion(world, entry)
    return {
      name,
      source,
      format,
      ...(version === undefined ? {} : { version }),
      ...(commit === undefined ? {} : { commit }),
      state: stateWord(entry, state),
      ...state,
      stale: declared ? staleness(declared, now === undefined ? {} : { version: now }) : [],
    }
  })
  const rest = { edited: [], missing: [], stale: [] }
  const known = new Set(locked.map(({ name }) => name))
  return {
    entries: [
      ...locked,
      ...inPlace.map(({ path: _path, ...entry }): ListedInstall => ({
        ...rest,
        ...entry,
        format: 'manifest',
        state: 'in-place',
      })),
      ...requests
        .filter(({ declared }) => !known.has(declared.name))
        .map(({ declared, written }): ListedInstall => ({
          name: declared.name,
          source: written,
          state: 'not-installed',
          ...rest,
        })),
    ].sort((a, b) => (a.name < b.name ? -1 : 1)),
    refused,
  }
}

function stateWord({ pending }: LockedEntry, { missing, edited }: InstalledState): ListedInstall['state'] {
  if (pending || missing.length > 0) return 'incomplete'
  return edited.length > 0 ? 'edited' : 'installed'
}

/** KCP Catalog §8: the version in the installed manifest counts, not that in the lock. */
function installedVersion({ files, root }: InstallContext, entry: LockedEntry): string | undefined {
  if (entry.format === 'pack') return entry.version
  const read = files.read(root, `${folderOfEntry(entry.name)}/${entryFileOf(entry)}`, { limit: limits.documentBytes })
  return read.ok ? parseManifest(read.bytes).manifest?.version : undefined
}
