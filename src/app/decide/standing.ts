import type { CatalogEntry, EntryFile, Standing } from '../../model/catalog.ts'
import type { Grant } from '../../model/decision.ts'
import type { Decider } from './decide-ref.ts'
import type { Moment } from './kept-decisions.ts'
import type { Approvals, Grants } from '../../model/ports.ts'

/** The grant of a discovered entry; marked `changed` if it covers other bytes of the entry file. */
export function grantFor(
  grants: Pick<Grants, 'find'>,
  { found, headDigest }: Pick<CatalogEntry, 'found' | 'headDigest'>,
): Grant | undefined {
  const grant = grants.find(found.folder)
  if (!grant?.entries) return grant
  // A pack beside a granted manifest is not granted, and vice versa.
  if (!Object.hasOwn(grant.entries, found.file)) return undefined
  return grant.entries[found.file] === headDigest ? grant : { ...grant, changed: true }
}

/** A changed entry counts as ungranted: a model sees its name and none of its new text. */
export function standingOf({ scope }: Pick<EntryFile, 'scope'>, grant: Grant | undefined): Standing {
  if (scope === 'builtin') return 'builtin'
  if (!grant || grant.changed) return 'ungranted'
  return grant.follow ? 'followed' : 'granted'
}

/** Applies grants and switches that are newer than the catalog. */
export function entriesNow(
  entries: readonly CatalogEntry[],
  { grantFor: grantOf, isDisabled, signatureRefusal }: Pick<Decider, 'grantFor' | 'isDisabled' | 'signatureRefusal'>,
): readonly CatalogEntry[] {
  return entries.map((entry) => ({
    ...entry,
    // What its signature refuses counts as ungranted: a model sees its name and none of its text.
    standing: signatureRefusal(entry) ? 'ungranted' : standingOf(entry.found, grantOf(entry)),
    enabled: entry.enabled && !isDisabled(entry.ref),
  }))
}

/** Codes of the valid approvals of a ref, made at a terminal or confirmed through a client. */
export function approvalsFor(
  approvals: Pick<Approvals, 'find'>,
  { ref, folder, manifestDigest }: { readonly ref: string; readonly folder: string; readonly manifestDigest?: string },
  moment: Moment,
): { readonly approvals: readonly string[]; readonly confirmed: readonly string[] } {
  const found = approvals.find(ref)
  if (found.length === 0) return { approvals: [], confirmed: [] }
  const at = moment.now.toISOString()
  const holding = found
    .filter((approval) => approval.path === folder && approval.manifestDigest === manifestDigest)
    .filter((approval) => approval.at <= at && at < approval.until)
  const codes = (byClient: boolean): readonly string[] =>
    holding.filter(({ given }) => (given === 'client') === byClient).map(({ code }) => code)
  return { approvals: codes(false), confirmed: codes(true) }
}
