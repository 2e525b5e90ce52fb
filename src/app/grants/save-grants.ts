import type { CatalogEntry } from '../../model/catalog.ts'
import type { Grant } from '../../model/decision.ts'
import type { Ports } from '../../model/ports.ts'
import { version } from '../../version.ts'
import { noteEdition } from '../sign/note-edition.ts'
import { endEntry, grantedEntryFiles } from './end-grants.ts'
import type { GrantProposal } from './grant.ts'

export interface SaveOptions {
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

/** What the folder's grant says of entries that exist and were not proposed: one is named, ignored or invalid. */
function unproposed(folder: string, own: readonly GrantProposal[], { grants, files }: Ports): Contents {
  const before = grants.find(folder)
  const kept = grantedEntryFiles(before).filter(
    (file) =>
      !own.some(({ entries }) => Object.hasOwn(entries, file)) && files.kindOf(`${folder}/${file}`) !== undefined,
  )
  if (!before || kept.length === 0) return {}
  return {
    files: before.files ?? {},
    // Bytes that were followed have no digest: they need a new grant.
    entries: Object.fromEntries(kept.map((file) => [file, before.entries?.[file] ?? ''])),
    names: Object.fromEntries(kept.flatMap((file) => (before.names?.[file] ? [[file, before.names[file]]] : []))),
  }
}
