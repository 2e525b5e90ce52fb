import type { Span } from '../../model/codes/diagnostic.ts'
import type { Files } from '../../model/ports.ts'
import type { CitationGap, Omission } from '../../model/reading/read.ts'
import { claimsBlocked, statusScale } from '../../model/tables/status-scale.ts'
import { isPlainWord, plainPath } from '../../text/messages/plain-names.ts'
import { packRecords } from '../packs/pack-records.ts'
import type { OpenPack } from '../packs/pack-texts.ts'
import { stretchText } from '../passages.ts'
import type { Pick } from '../pick.ts'
import type { Candidate } from '../score.ts'
import type { Source } from '../texts/source.ts'
import { claimRecordsIn, structureOf } from '../texts/structure.ts'
import { gapOf, nameOfKind, recordAt, recordsOf, type PlacedRecord } from '../records/placed-records.ts'
import { recordGraph } from '../records/record-graph.ts'
import { claimsOn, statedIn } from './citations.ts'

/** Text that states a disputed claim, or one without a source. */
interface BlockedSpan extends Span {
  readonly id: string
  readonly kind: string
  /** Continues "The claim … ". */
  readonly because: string
  /** The gap, if what it lacks is a source. */
  readonly gap?: CitationGap
}

const isBlocked = (status: string | undefined): status is string => statusScale.get(status ?? '') === 'blocked'

/** Cached for one read. */
const known = new WeakMap<OpenPack, Map<Source, readonly BlockedSpan[]>>()

/**
 * Empty if a person confirmed the claims (AK-362). A claim that no single unit of text states causes only a warning.
 */
export function blockedSpans(files: Files, pack: OpenPack, source: Source): readonly BlockedSpan[] {
  if (pack.allowed.claimsConfirmed) return []
  const spans = known.get(pack) ?? new Map<Source, readonly BlockedSpan[]>()
  known.set(pack, spans)
  const found = spans.get(source) ?? findBlocked(files, pack, source)
  spans.set(source, found)
  return found
}

function findBlocked(files: Files, pack: OpenPack, source: Source): readonly BlockedSpan[] {
  if (source.format === 'records') return blockedRecords(pack, source)
  const claims = claimsOn(source.path, packRecords(files, pack)).filter(({ status }) => isBlocked(status))
  const units = claims.length === 0 ? [] : structureOf(source).units
  const mapped = units.flatMap(({ start, end }) => {
    // All words must match: a text with another figure states another claim.
    const isStated = statedIn(source.text.slice(start, end), 1)
    return claims
      .filter(isStated)
      .map(({ claimId, index, status = '' }) => ({ start, end, ...claim(claimId ?? `claims[${index}]`, status) }))
  })
  const written = claimRecordsIn(source).flatMap(({ status, span }, index) =>
    isBlocked(status) ? [{ ...span, ...claim(`${source.path} ${index + 1}`, status) }] : [],
  )
  return [...mapped, ...written]
}

const claim = (id: string, status: string): Omit<BlockedSpan, keyof Span> => ({
  id,
  kind: 'claim',
  because: `is ${reasons[status] ?? status}`,
})

const blockedRecords = (pack: OpenPack, source: Source): readonly BlockedSpan[] =>
  recordsOf(source).flatMap((record) => blockedRecord(pack, record) ?? [])

function blockedRecord(pack: OpenPack, record: PlacedRecord): BlockedSpan | undefined {
  const { use, because = 'is blocked', isUnsupported } = recordGraph(pack).stateOf(record)
  if (use !== 'blocked') return undefined
  const gap = isUnsupported ? { gap: gapOf(record) } : {}
  return { ...record.span, id: record.id ?? '', kind: nameOfKind(record), because, ...gap }
}

const overlaps = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end

const placeOf = ({ member: { text }, unit }: Candidate): Span => ({
  start: text.unitStart[unit] ?? 0,
  end: text.unitEnd[unit] ?? 0,
})

interface Hit {
  readonly omission: Omission
  readonly gap: CitationGap | undefined
  readonly score: number
}

/** Which scored units of text are withheld, and the omissions and gaps to report for them. */
export class WithheldClaims {
  readonly #files: Files
  readonly #packs: ReadonlyMap<string, OpenPack>
  readonly #hits = new Map<string, Hit>()

  constructor(files: Files, packs: readonly OpenPack[]) {
    this.#files = files
    this.#packs = new Map(packs.map((pack) => [pack.allowed.ref, pack]))
  }

  #spansOf(source: Source): readonly BlockedSpan[] {
    const pack = this.#packs.get(source.ref)
    return pack ? blockedSpans(this.#files, pack, source) : []
  }

  /** Records what it withholds. */
  isWithheld(candidate: Candidate): boolean {
    const { source, score } = candidate
    const pack = this.#packs.get(source.ref)
    if (!pack) return false
    if (source.format === 'records') return this.#isRecordWithheld(pack, source, { ...placeOf(candidate), score })
    const blocked = blockedSpans(this.#files, pack, source).find((span) => overlaps(span, placeOf(candidate)))
    if (blocked) this.#note(source, blocked, score)
    return blocked !== undefined
  }

  /** Text outside a record, and records that describe no fact or are forbidden, are never matches. */
  #isRecordWithheld(pack: OpenPack, source: Source, place: Span & { readonly score: number }): boolean {
    const record = recordAt(source, place)
    const use = record && recordGraph(pack).stateOf(record).use
    if (!record || use === 'unlisted' || use === 'forbidden') return true
    const blocked = pack.allowed.claimsConfirmed ? undefined : blockedRecord(pack, record)
    if (blocked) this.#note(source, blocked, place.score)
    return blocked !== undefined
  }

  #note({ ref, path }: Source, { id, kind, because, gap }: BlockedSpan, score: number): void {
    const key = `${ref}\n${path}\n${id}`
    if ((this.#hits.get(key)?.score ?? -1) >= score) return
    const subject = isPlainWord(id) ? `The ${kind} "${id}"` : kind === 'claim' ? 'A claim' : `The ${kind}`
    const detail = `${subject} in ${plainPath(path)} ${because}, so its text is withheld. A person can run: lorefence approve ${ref} --claims`
    this.#hits.set(key, { omission: { ref, path, reason: 'withheld', code: claimsBlocked, detail }, score, gap })
  }

  /** The withheld claims that match the task at least half as well as the best place. */
  omitted(best: number): readonly Omission[] {
    return this.#near(best).map(({ omission }) => omission)
  }

  /** The same for claims that lack a source. */
  gaps(best: number): readonly CitationGap[] {
    return this.#near(best).flatMap(({ gap }) => gap ?? [])
  }

  #near(best: number): readonly Hit[] {
    return [...this.#hits.values()].filter(({ score }) => score * 2 >= best)
  }

  /** Removes blocked spans from picks, because whole sections and lists may contain them. */
  without(picks: readonly Pick[], count: (text: string) => number): readonly Pick[] {
    return picks.flatMap((pick) => {
      // A record is quoted whole or not at all.
      if (pick.source.format === 'records') return [pick]
      const blocked = this.#spansOf(pick.source).filter((span) => pick.stretches.some((own) => overlaps(own, span)))
      if (blocked.length === 0) return [pick]
      const stretches = blocked
        .reduce(cut, pick.stretches)
        .filter(({ start, end }) => pick.source.text.slice(start, end).trim() !== '')
      const text = stretchText(pick.source, stretches)
      return stretches.length === 0 ? [] : [{ ...pick, stretches, text, tokens: count(text) }]
    })
  }
}

const reasons: Readonly<Record<string, string>> = {
  disputed: 'disputed',
  missing: 'without a source',
  'source-required': 'without a source',
}

const cut = (stretches: readonly Span[], blocked: Span): readonly Span[] =>
  stretches.flatMap(({ start, end }) =>
    overlaps({ start, end }, blocked)
      ? [
          { start, end: Math.min(end, blocked.start) },
          { start: Math.max(start, blocked.end), end },
        ].filter((part) => part.start < part.end)
      : [{ start, end }],
  )
