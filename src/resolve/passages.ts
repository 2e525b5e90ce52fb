import { contentWords } from '../text/words.ts'
import type { Member } from './corpus.ts'
import type { Sought } from './question.ts'
import type { Passage } from './source.ts'
import type { Candidate } from './take.ts'

export const gapMark = '[…]'

/** Joins what was taken into one passage per section: files by score, document order inside a file. */
export function toPassages(taken: readonly Candidate[], question: readonly Sought[], count: (text: string) => number): readonly Passage[] {
  const best = new Map<number, number>()
  for (const { index, score } of taken) best.set(index, Math.max(best.get(index) ?? 0, score))
  const ordered = taken.toSorted((a, b) => (best.get(b.index) ?? 0) - (best.get(a.index) ?? 0) || a.index - b.index || a.unit - b.unit)
  const groups: Candidate[][] = []
  for (const candidate of ordered) {
    const group = groups.at(-1)
    if (group?.[0]?.index === candidate.index && group[0].section === candidate.section) group.push(candidate)
    else groups.push([candidate])
  }
  return groups.flatMap((group) => toPassage(group, question, count))
}

function toPassage(group: readonly Candidate[], question: readonly Sought[], count: (text: string) => number): readonly Passage[] {
  const first = group[0]
  if (!first) return []
  const { member, section } = first
  const stretches = stretchesOf(member, group.map(({ unit }) => unit))
  const text = stretches.map(({ start, end }) => member.source.text.slice(start, end)).join(`\n${gapMark}\n`)
  const headings = member.text.headings[section] ?? []
  const spoken = new Set(contentWords([...headings, text].join('\n')))
  return [{
    source: member.source,
    headings,
    stretches,
    text,
    tokens: count(text),
    score: Math.max(...group.map(({ score }) => score)),
    matched: [...new Set(question.filter(({ term }) => spoken.has(term)).map(({ typed }) => typed))],
  }]
}

/** Units that follow each other are one stretch, with what stands between them. */
function stretchesOf({ text }: Member, units: readonly number[]): Passage['stretches'] {
  const stretches: { start: number; end: number }[] = []
  let before = -2
  for (const unit of units) {
    const last = stretches.at(-1)
    if (last && unit === before + 1) last.end = text.unitEnd[unit] ?? 0
    else stretches.push({ start: text.unitStart[unit] ?? 0, end: text.unitEnd[unit] ?? 0 })
    before = unit
  }
  return stretches
}
