import { findRef, unitRef, type NamedEntry } from '../../catalog/refs.ts'
import { isStale } from '../../govern/gates/freshness.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import { grantCodes, type Approval, type Reason } from '../../model/decision.ts'
import type { ReviewItem, ReviewReason, ReviewRecord } from '../../model/review.ts'
import { effectiveUnit } from '../../parse/manifest/inherit.ts'
import { digest } from '../../text/digest.ts'
import { shellWord } from '../../text/paths/shell-word.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { decisionsFor } from '../decide/decisions-for.ts'
import { proposeApproval, saveApprovals } from '../grants/approve.ts'

/** What waits for a person, of what this requester may know: the most urgent first. No content is opened. */
export function reviewQueue(listed: Catalog, reader: Reader): readonly ReviewItem[] {
  const now = reader.ports.clock.now()
  const decisionOn = decisionsFor(listed, reader, now)
  const refusals = new Map<string, ReviewRecord>()
  for (const record of reader.ports.reviews?.list() ?? []) refusals.set(record.item, record)
  const items = new Map<string, ReviewItem>()
  for (const entry of listed.entries.filter(({ enabled }) => enabled)) {
    const { document, ref } = entry
    const isWhole = document.kind === 'pack' || entry.standing === 'ungranted'
    const candidates: readonly NamedEntry[] = isWhole
      ? [{ ref, entry }]
      : document.units.map((unit) => ({ ref: unitRef(ref, unit.id), entry, unit }))
    for (const named of candidates)
      for (const found of findingsOf(named, decisionOn(named)?.reasons ?? [], now)) {
        const id = idOf(found, entry)
        const answer = refusals.get(id)
        // A person sees the name of an ungranted entry, which is kept from models.
        const shown = { ...found, ref: reader.trueRefs?.get(found.ref) ?? found.ref }
        if (!items.has(id)) items.set(id, { id, ...shown, ...refusedBy(answer) })
      }
  }
  return [...items.values()].sort((a, b) => urgency.indexOf(a.reason) - urgency.indexOf(b.reason))
}

const urgency: readonly ReviewReason[] = ['approval', 'changed', 'ungranted', 'disputed', 'stale', 'needs-review']

const refusedBy = (answer: ReviewRecord | undefined): Pick<ReviewItem, 'refused'> =>
  answer?.verdict === 'refuse' ? { refused: { by: answer.by, at: answer.at, note: answer.note } } : {}

type Finding = Omit<ReviewItem, 'id' | 'refused'>

function findingsOf(named: NamedEntry, reasons: readonly Reason[], now: Date): readonly Finding[] {
  const { entry, ref } = named
  const { path } = entry.found
  if (entry.standing === 'ungranted') {
    const isChanged = reasons.some(({ code }) => code === grantCodes.changed)
    const detail = isChanged ? 'It changed since it was granted.' : 'Nobody granted its text.'
    const command = `lorefence trust ${shellWord(path)}`
    return [
      {
        ref: entry.ref,
        reason: isChanged ? 'changed' : 'ungranted',
        path,
        asks: [],
        detail,
        approvable: false,
        command,
      },
    ]
  }
  // What asks about a whole manifest is asked once.
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
      command: `lorefence approve ${shellWord(subject)}`,
    }
  })
  return [...asked, ...agingOf(named, now)]
}

/** Used with a warning, or refused until its author has looked at it. */
function agingOf({ entry: { document, found }, ref, unit }: NamedEntry, now: Date): readonly Finding[] {
  const finding = (reason: ReviewReason, detail: string): readonly Finding[] => [
    { ref, reason, path: found.path, asks: [], detail, approvable: false },
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

/** Bound to the edition of the entry and to what is asked, so that an answer never applies to something else. */
const idOf = ({ ref, reason, asks }: Finding, { headDigest }: CatalogEntry): string =>
  `v-${digest(JSON.stringify([ref, reason, headDigest, asks.map(({ code }) => code).sort()]))
    .slice('sha256:'.length)
    .slice(0, 16)}`

export interface ReviewAnswer extends Pick<ReviewRecord, 'verdict' | 'note' | 'by'> {
  readonly item: string
}

export type SettledReview =
  | { readonly outcome: 'recorded'; readonly record: ReviewRecord; readonly approved: readonly Approval[] }
  /** It is not in the queue, or no longer in this state. */
  | { readonly outcome: 'unknown' }
  /** No approval opens it. */
  | { readonly outcome: 'not-approvable'; readonly item: ReviewItem }

/** A person's answer: recorded first, then applied. */
export function settleReview(
  listed: Catalog,
  { item: id, verdict, note, by }: ReviewAnswer,
  reader: Reader,
): SettledReview {
  const { reviews, clock } = reader.ports
  const item = reviewQueue(listed, reader).find((one) => one.id === id)
  if (!item || !reviews) return { outcome: 'unknown' }
  if (verdict === 'grant' && !item.approvable) return { outcome: 'not-approvable', item }
  const codes = item.asks.map(({ code }) => code)
  const record: ReviewRecord = { item: id, ref: item.ref, codes, verdict, note, by, at: clock.now().toISOString() }
  const proposal =
    verdict === 'grant' && findRef(listed, item.ref) ? proposeApproval(listed, item.ref, reader) : undefined
  if (verdict === 'grant' && !proposal) return { outcome: 'unknown' }
  reviews.append(record)
  if (!proposal) return { outcome: 'recorded', record, approved: [] }
  const asks = proposal.asks.filter(({ code }) => codes.includes(code))
  return { outcome: 'recorded', record, approved: saveApprovals(reader.ports, { ...proposal, asks }, 'operator') }
}
