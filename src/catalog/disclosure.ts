import type { Catalog, CatalogEntry } from '../model/catalog.ts'
import type { PackTrust } from '../model/tables/vocabulary.ts'

/** An omitted entry, and why. */
export interface OmittedEntry {
  readonly ref: string
  readonly path: string
  readonly reason: 'archived' | 'disabled' | 'budget' | 'ungranted'
}

interface Disclosed {
  readonly entries: readonly CatalogEntry[]
  readonly omitted: readonly OmittedEntry[]
}

/** Archived and disabled entries are listed only with `all` (AK-086, AK-104). */
export function disclose({ entries }: Catalog, options: { readonly all?: boolean } = {}): Disclosed {
  if (options.all) return { entries, omitted: [] }
  return {
    entries: entries.filter((entry) => whyHidden(entry) === undefined),
    omitted: entries.flatMap((entry) => {
      const reason = whyHidden(entry)
      return reason ? [omit(entry, reason)] : []
    }),
  }
}

function whyHidden(entry: CatalogEntry): OmittedEntry['reason'] | undefined {
  if (!entry.enabled) return 'disabled'
  return isArchived(entry) ? 'archived' : undefined
}

export const omit = ({ ref, found }: CatalogEntry, reason: OmittedEntry['reason']): OmittedEntry => ({
  ref,
  path: found.path,
  reason,
})

const isArchived = ({ document }: CatalogEntry): boolean => document.kind === 'pack' && document.status === 'archived'

/** Granted, followed or built in; of other entries a model sees the name only. */
export const isGranted = ({ standing }: CatalogEntry): boolean => standing !== 'ungranted'

/** The declared trust counts only for a granted pack (AK-117, AK-119). */
export function effectiveTrust(entry: CatalogEntry): PackTrust {
  return entry.document.kind === 'pack' && isGranted(entry) ? entry.document.trust : 'unreviewed'
}

/** The name of a pack, the slug of a manifest. */
export const nameOf = ({ ref }: CatalogEntry): string => ref.slice(ref.indexOf(':') + 1)

export const locationOf = ({ found }: Pick<CatalogEntry, 'found'>): string => `${found.folder}/${found.file}`
