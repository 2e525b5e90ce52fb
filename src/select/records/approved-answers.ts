import { looseField } from '../../parse/records/loose-records.ts'
import type { Member } from '../../rank/corpus.ts'
import type { Gathered } from '../gather.ts'
import { byScore, type Candidate } from '../score.ts'
import { recordAt, type PlacedRecord } from './placed-records.ts'
import { recordGraph } from './record-graph.ts'

export interface Approved {
  readonly ranked: readonly Candidate[]
  /** The task equals a question with an approved answer. */
  readonly isEqual: boolean
}

interface Found {
  readonly gathered: Gathered
  readonly members: readonly Member[]
  readonly task: string
}

/**
 * An approved answer is found by the words of its question: it ranks like the question, and first if the task equals
 * that question or one of its variants (AK-285).
 */
export function withApprovedAnswers(ranked: readonly Candidate[], found: Found): Approved {
  const asked = folded(found.task)
  const best = ranked[0]?.score ?? 0
  let isEqual = false
  const added = new Map<string, Candidate>()
  const keyOf = ({ index, unit }: Candidate): string => `${index} ${unit}`
  const raise = (candidate: Candidate): void => {
    if ((added.get(keyOf(candidate))?.score ?? 0) < candidate.score) added.set(keyOf(candidate), candidate)
  }
  for (const candidate of ranked) {
    const { source } = candidate
    const record = source.format === 'records' ? recordOf(candidate) : undefined
    if (record?.kind !== 'question') continue
    const isAsked = questionsOf(record).some((question) => folded(question) === asked)
    isEqual ||= isAsked
    const score = isAsked ? best * 1.01 : candidate.score
    raise({ ...candidate, score })
    for (const answer of answersTo(record, candidate, found)) raise({ ...answer, score })
  }
  if (added.size === 0) return { ranked, isEqual }
  const others = ranked.filter((candidate) => (added.get(keyOf(candidate))?.score ?? -1) < candidate.score)
  const kept = new Set(others.map(keyOf))
  return {
    ranked: [...others, ...[...added.values()].filter((candidate) => !kept.has(keyOf(candidate)))].sort(byScore),
    isEqual,
  }
}

const recordOf = ({ source, member: { text }, unit }: Candidate): PlacedRecord | undefined =>
  recordAt(source, { start: text.unitStart[unit] ?? 0, end: text.unitEnd[unit] ?? 0 })

function questionsOf({ label, aliases, fields }: PlacedRecord): readonly string[] {
  const question = looseField(fields, 'question', 'text')
  return [...(label === undefined ? [] : [label]), ...(typeof question === 'string' ? [question] : []), ...aliases]
}

/** Letters and digits only, so that case, spacing and punctuation do not matter. */
const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()

/** The units of its answers that may be quoted. */
function answersTo(
  question: PlacedRecord,
  { source: { ref } }: Candidate,
  { gathered, members }: Found,
): readonly Candidate[] {
  const pack = gathered.packs.find(({ allowed }) => allowed.ref === ref)
  if (!pack) return []
  const graph = recordGraph(pack)
  const isQuotable = (record: PlacedRecord): boolean =>
    pack.allowed.claimsConfirmed === true || graph.stateOf(record).use !== 'blocked'
  return graph
    .mentioned(question)
    .filter((record) => record.kind === 'answer-block' && isQuotable(record))
    .flatMap((record) => unitsOf(record, gathered, members))
}

function unitsOf(
  { source, span }: PlacedRecord,
  { sources, places }: Gathered,
  members: readonly Member[],
): Candidate[] {
  const index = places.get(source.ref)?.find((place) => sources[place] === source)
  const member = index === undefined ? undefined : members[index]
  if (index === undefined || !member) return []
  const { text } = member
  const found: Candidate[] = []
  for (let section = 0; section < text.headings.length; section++) {
    const end = text.sectionFirst[section + 1] ?? text.unitStart.length
    for (let unit = text.sectionFirst[section] ?? 0; unit < end; unit++) {
      if ((text.unitStart[unit] ?? 0) >= span.start && (text.unitEnd[unit] ?? 0) <= span.end)
        found.push({ source, index, member, section, unit, score: 0, textScore: 0 })
    }
  }
  return found
}
