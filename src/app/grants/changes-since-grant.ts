import type { Allowed } from '../../model/decisions/brands.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { Grant } from '../../model/decisions/decision.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import { digest } from '../../text/bytes/digest.ts'
import { askGates, type Reader } from '../decide/ask-gates.ts'
import { entryFilesOf, type FolderRules } from '../shared/folder-units.ts'
import { pinnedGrant } from './pinned-grant.ts'
import { goneSince, grantableFiles } from './propose-grants.ts'

/**
 * What changed in pinned entries since their grants, in words, by ref (AK-118); unchanged entries are not listed.
 * Refused entries are compared only by file names and heads.
 */
export function changesSinceGrants(
  catalog: Catalog,
  entries: readonly CatalogEntry[],
  reader: Reader,
): ReadonlyMap<string, string> {
  const { files, grants, clock } = reader.ports
  const { allowed } = askGates(catalog, reader, { now: clock.now() })
  const rules = { ignore: reader.restraints.ignore ?? [], entryFiles: entryFilesOf(catalog) }
  return new Map(
    entries.flatMap((entry): [string, string][] => {
      const grant = pinnedGrant(entry, grants)
      const changes = grant ? changesSince(grant, entry, { files, rules, mayOpen: openable(entry.ref, allowed) }) : []
      return changes.length === 0 ? [] : [[entry.ref, changes.join('; ')]]
    }),
  )
}

function openable(ref: string, allowed: readonly Allowed[]): (file: string) => boolean {
  const own = allowed.filter((entry) => (entry.kind === 'pack' ? entry.ref : entry.manifestRef) === ref)
  const units = new Set(
    own.flatMap((entry) =>
      entry.kind === 'unit' ? (entry.folder?.files.filter((file) => !entry.withheld.has(file)) ?? [entry.path]) : [],
    ),
  )
  return (file) => own.some((entry) => entry.kind === 'pack' && !entry.withheld.has(file)) || units.has(file)
}

interface Looking {
  readonly files: Files
  readonly rules: FolderRules
  mayOpen(file: string): boolean
}

function changesSince(
  { files: granted = {}, entries = {} }: Grant,
  { found, document, headDigest }: CatalogEntry,
  { files, rules, mayOpen }: Looking,
): readonly string[] {
  const heads = document.kind === 'manifest' ? (document.includes ?? []) : []
  const included = heads.filter(({ path, digest: now }) => granted[path] !== now).map(({ path }) => path)
  const isChanged = Object.hasOwn(entries, found.file) && entries[found.file] !== headDigest
  const own = isChanged ? [found.file] : []
  const changed = new Set(included.length > 0 ? included : own)
  const missing = goneSince({ files: granted }, { found, document }, files)
  const present = grantableFiles(files, { found, document }, rules).filter((file) => !missing.includes(file))
  for (const file of present) {
    if (!Object.hasOwn(granted, file) || !mayOpen(file)) continue
    const read = files.read(found.folder, file, { limit: limits.contentBytes })
    if (!read.ok || granted[file] !== digest(read.bytes)) changed.add(file)
  }
  const added = present.filter(
    (file) => !Object.hasOwn(granted, file) && files.kindOf(`${found.folder}/${file}`) === 'file',
  )
  return [...named('changed', [...changed]), ...named('new', added), ...named('missing', missing)]
}

const shownFiles = 5

function named(what: string, files: readonly string[]): readonly string[] {
  if (files.length === 0) return []
  const more = files.length > shownFiles ? ` and ${files.length - shownFiles} more` : ''
  return [
    `${what}: ${files
      .slice(0, shownFiles)
      .map((file) => `"${file}"`)
      .join(', ')}${more}`,
  ]
}
