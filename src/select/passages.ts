import type { Sought } from '../rank/question.ts'
import { terms } from '../text/lexicon/lexicon.ts'
import type { Candidate } from './score.ts'
import type { Passage, Source } from './texts/source.ts'

/** Separates two stretches that are not adjacent. */
const gap = '\n[…]\n'

export const stretchText = ({ text }: Pick<Source, 'text'>, stretches: Passage['stretches']): string =>
  stretches.map(({ start, end }) => text.slice(start, end)).join(gap)

/** Joins the taken units into one passage per section, in document order. */
export function toPassages(
  taken: readonly Candidate[],
  question: readonly Sought[],
  count: (text: string) => number,
): readonly Passage[] {
  const groups = new Map<string, Candidate[]>()
  for (const candidate of [...taken].sort((a, b) => a.index - b.index || a.unit - b.unit)) {
    const key = `${candidate.index} ${candidate.section}`
    const group = groups.get(key)
    if (group) group.push(candidate)
    else groups.set(key, [candidate])
  }
  return [...groups.values()].flatMap((group) => toPassage(group, question, count))
}

function toPassage(
  group: readonly Candidate[],
  question: readonly Sought[],
  count: (text: string) => number,
): readonly Passage[] {
  const [first] = group
  if (!first) return []
  const { source, member, section } = first
  const stretches = stretchesOf(group)
  const text = stretchText(source, stretches)
  const headings = member.text.headings[section] ?? []
  const held = new Set(terms([...headings, text].join('\n'), member.text.language))
  const matched = question
    .filter(({ terms: sought }) => sought.some((term) => held.has(term)))
    .map(({ typed }) => typed)
  const score = Math.max(...group.map((candidate) => candidate.score))
  return [{ source, headings, stretches, text, tokens: count(text), score, matched: [...new Set(matched)] }]
}

/** Consecutive units are one stretch, with the text between them. */
function stretchesOf(group: readonly Candidate[]): Passage['stretches'] {
  const stretches: { start: number; end: number }[] = []
  let before = -2
  for (const {
    member: { text },
    unit,
  } of group) {
    const last = stretches.at(-1)
    if (last && unit === before + 1) last.end = text.unitEnd[unit] ?? 0
    else stretches.push({ start: text.unitStart[unit] ?? 0, end: text.unitEnd[unit] ?? 0 })
    before = unit
  }
  return stretches
}
