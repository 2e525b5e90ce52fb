import { canonicalJson } from '../../text/bytes/canonical-json.ts'
import { findRef, unitRef, type NamedEntry } from '../../catalog/refs.ts'
import { entryPath } from '../../discover/discover.ts'
import { isStale } from '../../govern/gates/freshness.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import { grantCodes, type Approval, type Reason } from '../../model/decisions/decision.ts'
import type { ReviewedGrant, ReviewItem, ReviewReason, ReviewRecord } from '../../model/decisions/review.ts'
import { effectiveUnit } from '../../parse/manifest/inherit.ts'
import { digest } from '../../text/bytes/digest.ts'
import { shellWord } from '../../text/messages/show-value.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { decisionsFor } from '../decide/decisions-for.ts'
import { proposeApproval, saveApprovals } from '../grants/approvals.ts'
import { changesSinceGrants } from '../grants/changes-since-grant.ts'
import { proposeGrants, type GrantProposal } from '../grants/propose-grants.ts'
import { saveGrants } from '../grants/save-grants.ts'

/** What needs a person's decision and this requester may know, most urgent first. Refused content is not opened. */
export const reviewQueue = (listed: Catalog, reader: Reader): readonly ReviewItem[] =>
  waiting(listed, reader).map(({ item }) => item)

/** What a grant of an item would cover, to review first; `undefined` if no grant opens it. */
export function grantInReview(listed: Catalog, id: string, reader: Reader): ReviewedGrant | undefined {
  const found = waiting(listed, reader).find(({ item }) => item.id === id)
  return found?.item.grantable ? reviewGrant(found.item, found.entry, reader)?.shown : undefined
}

interface Waiting {
  readonly item: ReviewItem
  readonly entry: CatalogEntry
}

function waiting(listed: Catalog, reader: Reader): readonly Waiting[] {
  const now = reader.ports.clock.now()
  const decisionOn = decisionsFor(listed, reader, now)
  const refusals = new Map<string, ReviewRecord>()
  for (const record of reader.ports.reviews?.list() ?? []) refusals.set(record.item, record)
  const items = new Map<string, Waiting>()
  const enabled = listed.entries.filter((entry) => entry.enabled)
  const changes = changesSinceGrants(listed, enabled, reader)
  for (const entry of enabled) {
    const { document, ref } = entry
    const isWhole = document.kind === 'pack' || entry.standing === 'ungranted'
    const candidates: readonly NamedEntry[] = isWhole
      ? [{ ref, entry }]
      : document.units.map((unit) => ({ ref: unitRef(ref, unit.id), entry, unit }))
    const changed = entry.standing === 'ungranted' ? undefined : changes.get(ref)
    const findings = [
      ...(changed === undefined ? [] : [changedFiles(entry, changed)]),
      ...candidates.flatMap((named) => findingsOf(named, decisionOn(named)?.reasons ?? [], now)),
    ]
    for (const found of findings) {
      const id = idOf(found, entry)
      // A person sees the name of an ungranted entry; a model does not.
      const shown = { ...found, ref: reader.trueRefs?.get(found.ref) ?? found.ref }
      if (!items.has(id)) items.set(id, { item: { id, ...shown, ...refusedBy(refusals.get(id)) }, entry })
    }
  }
  return [...items.values()].sort((a, b) => urgency.indexOf(a.item.reason) - urgency.indexOf(b.item.reason))
}

const urgency: readonly ReviewReason[] = ['approval', 'changed', 'ungranted', 'disputed', 'stale', 'needs-review']

const refusedBy = (answer: ReviewRecord | undefined): Pick<ReviewItem, 'refused'> =>
  answer?.verdict === 'refuse' ? { refused: { by: answer.by, at: answer.at, note: answer.note } } : {}

type Finding = Omit<ReviewItem, 'id' | 'refused'>

const trustCommand = (path: string): string => `lorefence trust ${shellWord(path)}`

/** Files of a granted entry that changed are omitted until they are granted again. */
const changedFiles = ({ ref, found: { path } }: CatalogEntry, changes: string): Finding => ({
  ref,
  reason: 'changed',
  path,
  asks: [],
  detail: `Since its grant: ${changes}.`,
  approvable: false,
  grantable: true,
  command: trustCommand(path),
})

function findingsOf(named: NamedEntry, reasons: readonly Reason[], now: Date): readonly Finding[] {
  const { entry, ref } = named
  const { path } = entry.found
  if (entry.standing === 'ungranted') {
    const isChanged = reasons.some(({ code }) => code === grantCodes.changed)
    const detail = isChanged ? 'It changed since it was granted.' : 'Nobody granted its text.'
    const reason = isChanged ? 'changed' : 'ungranted'
    const command = trustCommand(path)
    return [{ ref: entry.ref, reason, path, asks: [], detail, approvable: false, grantable: true, command }]
  }
  // An ask about the whole manifest appears once.
  const asking = reasons.filter(({ verdict, gate }) => verdict === 'ask' && gate !== 'trust')
  const isDenied = reasons.some(({ verdict }) => verdict === 'deny')
  const about = [...new Set(asking.map(({ asksAbout = ref }) => asksAbout))]
  const asked = about.map((subject): Finding => {
    const own = asking.filter(({ asksAbout = ref }) => asksAbout === subject)
    return {
      ref: subject,
      reason: own.some(({ code }) => code === 'status-disputed') ? 'disputed' : 'approval',
      path,
      asks: own.map(({ gate, code, sentence, change }) => ({
        gate,
        code,
        sentence,
        ...(change === undefined ? {} : { change }),
      })),
      detail: isDenied
        ? 'Something else denies it as well; an approval does not open that.'
        : 'An approval lasts 24 hours.',
      approvable: true,
      grantable: false,
      command: `lorefence approve ${shellWord(subject)}`,
    }
  })
  return [...asked, ...agingOf(named, now)]
}

/** Entries that are used with a warning, or refused until their author reviews them. */
function agingOf({ entry: { document, found }, ref, unit }: NamedEntry, now: Date): readonly Finding[] {
  const finding = (reason: ReviewReason, detail: string): readonly Finding[] => [
    { ref, reason, path: found.path, asks: [], detail, approvable: false, grantable: false },
  ]
  if (document.kind === 'pack') {
    if (document.status === 'stale') return finding('stale', 'Its status is stale: it is used with a warning.')
    if (document.status === 'needs-review')
      return finding('needs-review', 'Its status is needs-review: it is used with a warning.')
    return []
  }
  if (!unit) return []
  const effective = effectiveUnit(document, unit)
  if (isStale(effective, now))
    return finding('stale', `Validated ${unit.validated ?? ''}, longer ago than its freshness policy allows.`)
  const isContradicted = effective.verification.contradictedBy !== undefined
  return isContradicted ? finding('disputed', 'Another unit contradicts it.') : []
}

/** Depends on the edition of the entry and on the asks, so that an answer never applies to something else. */
const idOf = ({ ref, reason, asks, detail }: Finding, { headDigest }: CatalogEntry): string =>
  `v-${digest(
    JSON.stringify([ref, reason, headDigest, asks.map(({ code }) => code).sort(), reason === 'changed' ? detail : '']),
  )
    .slice('sha256:'.length)
    .slice(0, 16)}`

export interface ReviewAnswer extends Pick<ReviewRecord, 'verdict' | 'note' | 'by' | 'digest'> {
  readonly item: string
}

export type SettledReview =
  | {
      readonly outcome: 'recorded'
      readonly record: ReviewRecord
      readonly approved: readonly Approval[]
      /** Files that are granted now. */
      readonly granted: number
    }
  /** It is not in the queue, or no longer in this state. */
  | { readonly outcome: 'unknown' }
  /** The files are not those that were shown, or none were. */
  | { readonly outcome: 'not-shown' }
  /** Neither an approval nor a grant opens it. */
  | { readonly outcome: 'not-approvable'; readonly item: ReviewItem }

/** A person's answer: recorded first, then applied. */
export async function settleReview(listed: Catalog, answer: ReviewAnswer, reader: Reader): Promise<SettledReview> {
  const found = waiting(listed, reader).find(({ item }) => item.id === answer.item)
  if (!found || !reader.ports.reviews) return { outcome: 'unknown' }
  const settled = settle(found, listed, answer, reader)
  await reader.ports.shared?.settled()
  return settled
}

function settle({ item, entry }: Waiting, listed: Catalog, answer: ReviewAnswer, reader: Reader): SettledReview {
  const { verdict, note, by } = answer
  const { ports } = reader
  const codes = item.asks.map(({ code }) => code)
  const record = (digestOf?: Pick<ReviewRecord, 'digest'>): ReviewRecord => {
    const at = ports.clock.now().toISOString()
    const made = { item: item.id, ref: item.ref, codes, verdict, ...digestOf, note, by, at }
    ports.reviews?.append(made)
    return made
  }
  if (verdict === 'refuse') return { outcome: 'recorded', record: record(), approved: [], granted: 0 }
  if (item.grantable) {
    const review = reviewGrant(item, entry, reader)
    if (!review) return { outcome: 'not-approvable', item }
    const { shown, proposal } = review
    if (shown.digest !== answer.digest) return { outcome: 'not-shown' }
    const made = record({ digest: shown.digest })
    saveGrants(ports, [proposal], { follow: false, given: 'operator' })
    return { outcome: 'recorded', record: made, approved: [], granted: shown.files.length }
  }
  if (!item.approvable) return { outcome: 'not-approvable', item }
  const proposal = findRef(listed, item.ref) ? proposeApproval(listed, item.ref, reader) : undefined
  if (!proposal) return { outcome: 'unknown' }
  const made = record()
  const asks = proposal.asks.filter(({ code }) => codes.includes(code))
  return {
    outcome: 'recorded',
    record: made,
    approved: saveApprovals(ports, { ...proposal, asks }, 'operator'),
    granted: 0,
  }
}

/** A proposed grant: as it is shown, and as it is saved. */
interface GrantReview {
  readonly shown: ReviewedGrant
  readonly proposal: GrantProposal
}

/** The present files of an item; `undefined` if nothing can be granted. */
function reviewGrant(
  item: Pick<ReviewItem, 'id' | 'ref'>,
  { found }: Pick<CatalogEntry, 'found'>,
  { ports, restraints, allowTypes = [] }: Reader,
): GrantReview | undefined {
  const { ignore = [], signatures } = restraints
  const options = { allowTypes, ignore, ...(signatures ? { signatures } : {}) }
  const [proposal] = proposeGrants(ports, entryPath(found), '/', options)
  if (!proposal) return undefined
  const { folder, files, entries, bytes, secrets, injections, unreadable, uncovered, signature } = proposal
  const before = ports.grants.find(folder)
  const granted = before?.files ?? {}
  const changed = new Set(proposal.changed)
  const stateOf = (path: string) => {
    if (!Object.hasOwn(granted, path)) return 'new'
    return changed.has(path) ? 'changed' : 'same'
  }
  const shown: ReviewedGrant = {
    item: item.id,
    ref: item.ref,
    digest: digest(canonicalJson([folder, entries, files])),
    files: Object.entries(files).map(([path, value]) => ({ path, digest: value, state: stateOf(path) })),
    missing: Object.keys(granted).filter((path) => ports.files.kindOf(`${folder}/${path}`) === undefined),
    bytes,
    secrets,
    injections,
    unreadable,
    uncovered,
    ...(signature ? { signature: { tier: signature.tier, code: signature.code, signers: signature.signers } } : {}),
    ...(before ? { grantedAt: before.at } : {}),
  }
  return { shown, proposal }
}
