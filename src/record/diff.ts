import type { Decision } from '../model/decisions/decision.ts'
import type { Receipt, ReceiptSpan } from '../model/records/receipt.ts'
import { canonicalJson } from '../text/bytes/canonical-json.ts'
import type { Release } from './receipt.ts'

/** The place of a span; receipts have no text. */
export type SpanPlace = Pick<ReceiptSpan, 'ref' | 'path' | 'start' | 'end' | 'headings'>

interface Change {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

export interface ReceiptDiff {
  /** The same request released the same bytes. */
  readonly same: boolean
  readonly spans: {
    readonly added: readonly SpanPlace[]
    readonly removed: readonly SpanPlace[]
    /** Same place, different text. */
    readonly changed: readonly { readonly before: SpanPlace; readonly after: SpanPlace }[]
    /** Same text, different place. */
    readonly moved: readonly { readonly before: SpanPlace; readonly after: SpanPlace }[]
  }
  readonly decisions: readonly { readonly ref: string; readonly before?: string; readonly after?: string }[]
  readonly requester: readonly Change[]
  /** Changes of task, budget, tokenizer, versions and other parts of the request. */
  readonly request: readonly Change[]
  /** Packs and units whose version, status, profile, mode or source map differ. */
  readonly sources: readonly Change[]
  readonly fenced: 'same' | 'changed'
}

/** The differences between two releases according to their records. */
export function diffReceipts(before: Release, after: Release): ReceiptDiff {
  const spans = diffSpans(before.spans, after.spans)
  const decisions = diffDecisions(before.decisions, after.decisions)
  const requester = diffObjects(before.requester, after.requester)
  const request = diffObjects(requestOf(before), requestOf(after))
  const sources = diffObjects(bySource(before), bySource(after))
  const fenced = before.fencedDigest === after.fencedDigest ? 'same' : 'changed'
  const same =
    fenced === 'same' &&
    [spans.added, spans.removed, spans.changed, spans.moved, decisions, requester, request, sources].every(
      (list) => list.length === 0,
    )
  return { same, spans, decisions, requester, request, sources, fenced }
}

function requestOf({ kind, activation, task, taskHash, named, budget, tokenizer, version }: Partial<Receipt>): object {
  return { kind, activation, task, taskHash, named, budget, tokenizer, version }
}

const bySource = ({ sources = [] }: Release): object =>
  Object.fromEntries(sources.map(({ ref, ...state }) => [ref, state]))

function diffObjects(before: object, after: object): readonly Change[] {
  const [a, b] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...a.keys(), ...b.keys()])]
    .sort()
    .flatMap((name) =>
      canonicalJson(a.get(name)) === canonicalJson(b.get(name))
        ? []
        : [{ name, before: a.get(name) ?? null, after: b.get(name) ?? null }],
    )
}

function diffSpans(before: readonly ReceiptSpan[], after: readonly ReceiptSpan[]): ReceiptDiff['spans'] {
  const rest = [...after]
  const take = (wanted: (span: ReceiptSpan) => boolean): ReceiptSpan | undefined => {
    const index = rest.findIndex(wanted)
    return index < 0 ? undefined : rest.splice(index, 1)[0]
  }
  const sameFile =
    (a: ReceiptSpan) =>
    (b: ReceiptSpan): boolean =>
      a.ref === b.ref && a.path === b.path
  const found = {
    removed: [] as SpanPlace[],
    changed: [] as { before: SpanPlace; after: SpanPlace }[],
    moved: [] as { before: SpanPlace; after: SpanPlace }[],
  }
  const unlike: ReceiptSpan[] = []
  for (const span of before) {
    const alike = take((other) => sameFile(span)(other) && other.spanDigest === span.spanDigest)
    if (!alike) unlike.push(span)
    else if (alike.start !== span.start || alike.end !== span.end)
      found.moved.push({ before: spanPlace(span), after: spanPlace(alike) })
  }
  for (const span of unlike) {
    const instead = take(
      (other) =>
        sameFile(span)(other) &&
        (canonicalJson(other.headings) === canonicalJson(span.headings) ||
          (other.start < span.end && span.start < other.end)),
    )
    if (instead) found.changed.push({ before: spanPlace(span), after: spanPlace(instead) })
    else found.removed.push(spanPlace(span))
  }
  return { ...found, added: rest.map(spanPlace) }
}

export const spanPlace = ({ ref, path, start, end, headings }: ReceiptSpan): SpanPlace => ({
  ref,
  path,
  start,
  end,
  ...(headings ? { headings } : {}),
})

function diffDecisions(before: readonly Decision[], after: readonly Decision[]): ReceiptDiff['decisions'] {
  const [a, b] = [summariesOf(before), summariesOf(after)]
  return [...new Set([...a.keys(), ...b.keys()])].sort().flatMap((ref) => {
    const [was, is] = [a.get(ref), b.get(ref)]
    return was === is
      ? []
      : [{ ref, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) }]
  })
}

/** `deny clearance-too-low`: the verdict, and the codes that deny, ask or oblige. */
function summariesOf(decisions: readonly Decision[]): ReadonlyMap<string, string> {
  return new Map(
    decisions.map(({ ref, verdict, reasons }) => {
      const codes = reasons
        .filter((reason) => reason.verdict !== 'allow' || (reason.obligations?.length ?? 0) > 0)
        .map(({ code }) => code)
      return [ref, [verdict, ...codes].join(' ')]
    }),
  )
}
