import type { CatalogEntry, EntryFile, Standing } from '../../model/catalog.ts'
import type { Approval, Grant } from '../../model/decisions/decision.ts'
import type { Decider } from './decide-ref.ts'
import type { Moment } from './decision-cache.ts'
import type { Approvals, Grants } from '../../model/ports.ts'

/** The grant of a discovered entry; marked `changed` if it covers different bytes of the entry file. */
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
    // An entry refused by its signature counts as ungranted: a model sees its name and none of its text.
    standing: signatureRefusal(entry) ? 'ungranted' : standingOf(entry.found, grantOf(entry)),
    enabled: entry.enabled && !isDisabled(entry.ref),
  }))
}

/** Answers of people about a ref, by the codes that they answered. */
export interface Answers {
  /** Approved at a terminal. */
  readonly approvals: readonly string[]
  /** Approved through a client. */
  readonly confirmed: readonly string[]
  readonly refusals: readonly string[]
  /** Who answered at a terminal, by code. */
  readonly answeredBy: Readonly<Record<string, string>>
}

/** The valid answers. */
export function approvalsFor(
  approvals: Pick<Approvals, 'find'>,
  { ref, folder, manifestDigest }: { readonly ref: string; readonly folder: string; readonly manifestDigest?: string },
  moment: Moment,
): Answers {
  const found = approvals.find(ref)
  if (found.length === 0) return { approvals: [], confirmed: [], refusals: [], answeredBy: {} }
  const at = moment.now.toISOString()
  const holding = found
    .filter((approval) => approval.path === folder && approval.manifestDigest === manifestDigest)
    .filter((approval) => approval.at <= at && at < approval.until)
  const codesOf = (answers: readonly Approval[]): readonly string[] => answers.map(({ code }) => code)
  const approved = holding.filter(({ refused }) => !refused)
  return {
    approvals: codesOf(approved.filter(({ given }) => given !== 'client')),
    confirmed: codesOf(approved.filter(({ given }) => given === 'client')),
    refusals: codesOf(holding.filter(({ refused }) => refused)),
    answeredBy: Object.fromEntries(holding.flatMap(({ code, by }) => (by === undefined ? [] : [[code, by]]))),
  }
}
