import { estimateTokens } from '../../text/tokens/token-estimate.ts'
import type { Companion } from '../companions.ts'
import type { OpenPack } from '../packs/pack-texts.ts'
import type { Candidate } from '../score.ts'
import { nameOfKind, recordAt, type PlacedRecord } from './placed-records.ts'
import { recordGraph, type RecordGraph } from './record-graph.ts'

/** Steps from a match along reviewed relations (AK-264). */
const mostSteps = 2
const mostLinked = 60

/**
 * By kind: the order of dropping when the budget is short, and whether its own links are followed. Constraints are
 * dropped last (AK-265); links do not lead to signals, logs and monitoring runs (AK-280, AK-291).
 */
const kinds: Readonly<Record<string, { readonly rank: number; readonly leads: boolean }>> = {
  constraint: { rank: -2, leads: false },
  'answer-block': { rank: 0, leads: true },
  question: { rank: 1, leads: true },
  claim: { rank: 1, leads: true },
  'decision-gate': { rank: 1, leads: false },
  'citation-target': { rank: 2, leads: false },
  evidence: { rank: 2, leads: false },
  relation: { rank: 3, leads: true },
  concept: { rank: 3, leads: true },
  coverage: { rank: 4, leads: false },
  'action-type': { rank: 4, leads: true },
  objective: { rank: 4, leads: false },
  resource: { rank: 4, leads: false },
  feedback: { rank: 4, leads: false },
}

/** Records linked to the matches of a pack, if they may be quoted; nearer ones first. */
export function linkedRecords(pack: OpenPack, taken: readonly Candidate[]): readonly Companion[] {
  const matches = matchedRecords(pack, taken)
  if (matches.length === 0) return []
  const graph = recordGraph(pack)
  const matched = new Set(matches)
  const isConfirmed = pack.allowed.claimsConfirmed === true
  return walk(graph, matches)
    .filter(({ record }) => !matched.has(record))
    .flatMap(({ record, steps, from }) => {
      const { use } = graph.stateOf(record)
      const isForbidden = use === 'forbidden'
      if (use === 'unlisted' || (use === 'blocked' && !isConfirmed)) return []
      return [toCompanion(record, { isForbidden, steps, from })]
    })
}

function matchedRecords(pack: OpenPack, taken: readonly Candidate[]): readonly PlacedRecord[] {
  return taken.flatMap(({ source, member: { text }, unit }) => {
    if (source.ref !== pack.allowed.ref || source.format !== 'records') return []
    return recordAt(source, { start: text.unitStart[unit] ?? 0, end: text.unitEnd[unit] ?? 0 }) ?? []
  })
}

interface Step {
  readonly record: PlacedRecord
  /** A relation connects two records and is not itself a step. */
  readonly steps: number
  readonly from: PlacedRecord
}

function walk(graph: RecordGraph, matches: readonly PlacedRecord[]): readonly Step[] {
  const seen = new Set(matches)
  const found: Step[] = []
  const pending: Step[] = matches.map((record) => ({ record, steps: 0, from: record }))
  for (let next = pending.shift(); next && found.length < mostLinked; next = pending.shift()) {
    const { record: here, steps } = next
    if (!mayLead(graph, here)) continue
    for (const record of [...graph.mentioned(here), ...graph.mentioning(here)]) {
      const reached = steps + (record.kind === 'relation' ? 0 : 1)
      if (seen.has(record) || reached > mostSteps || !kinds[record.kind] || found.length >= mostLinked) continue
      seen.add(record)
      const step = { record, steps: reached, from: next.from }
      found.push(step)
      pending.push(step)
    }
  }
  return found
}

function mayLead(graph: RecordGraph, record: PlacedRecord): boolean {
  const { use } = graph.stateOf(record)
  return kinds[record.kind]?.leads === true && (use === 'usable' || use === 'with-warning')
}

function toCompanion(
  record: PlacedRecord,
  { isForbidden, steps, from }: { readonly isForbidden: boolean; readonly steps: number; readonly from: PlacedRecord },
): Companion {
  const { source, span, headings, kind } = record
  const { rank = 4 } = kinds[kind] ?? {}
  const isBound = isForbidden || kind === 'constraint'
  return {
    source,
    span,
    headings,
    reason: isBound ? 'boundary' : 'linked-record',
    why: isForbidden
      ? 'It is forbidden, so it must not be stated.'
      : `It is a ${nameOfKind(record)} linked to ${from.headings.at(-1) ?? 'a match'}.`,
    tokens: estimateTokens(source.text.slice(span.start, span.end)),
    rank: (isForbidden ? -2 : rank) + (steps - 1) * 2,
  }
}
