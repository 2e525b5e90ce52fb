import { coverageOf } from '../text/coverage.ts'
import { promptTerms } from '../text/prompt-terms.ts'
import { contentWords, typedWords, type TypedWord } from '../text/words.ts'
import type { Corpus } from './corpus.ts'
import type { Sought } from './question.ts'
import { isSubject } from './subject.ts'
import type { Candidate } from './take.ts'
import { weights } from './weights.ts'

/**
 * How much of the task the best place answers: 0 to 1. The text around the best unit must speak of it by itself: words
 * that lie scattered over many places are found for any task in any large corpus. That a pack on the HK-2 says "HK-2"
 * answers no question on it, so its subject counts only where nothing else is asked; and what only its description says
 * counts neither for nor against a place.
 */
export function answeredShare(corpus: Corpus, task: string, question: readonly Sought[], candidate: Candidate): number {
  const { entry, title, hints } = candidate.member.source
  const spoken = new Set(contentWords([title, ...hints, textAround(candidate)].join('\n')))
  const described = new Set(contentWords(`${entry.name}\n${entry.description}`))
  const sought = new Map(question.map((one) => [one.term, one]))
  const isTelling = (term: string): boolean => sought.get(term)?.telling === 1
  const isSpoken = ({ terms }: TypedWord): boolean => terms.some((term) => spoken.has(term))
  const names = namesIn(task)
  // A name that no text knows weighs double: nothing here can be about it.
  const weight = (term: string): number => (sought.get(term)?.weight ?? 0) * (names.has(term) && !corpus.text.terms.has(term) ? 2 : 1)
  const subject = isSubject(corpus, candidate)
  const words = typedWords(task)
  const asked = words.filter(({ terms }) => !terms.every(subject))
  const beyond = asked.filter((word) => isSpoken(word) || !word.terms.every((term) => described.has(term)))
  const asksFor = (some: readonly TypedWord[]): boolean => some.some(({ terms }) => terms.some(isTelling))
  if (!asksFor(beyond)) return asksFor(asked) && !asked.some(isSpoken) ? 0 : coverageOf(words, (term) => spoken.has(term) || described.has(term), weight).share
  // A section whose heading the task names is about what is asked, in whatever other words.
  const heading = contentWords(candidate.member.text.headings[candidate.section]?.at(-1) ?? '').filter((term) => !subject(term))
  const isNamed = heading.some(isTelling) && heading.every((term) => sought.has(term))
  return Math.max(isNamed ? weights.answered : 0, coverageOf(beyond, (term) => spoken.has(term), weight).share)
}

/** Words that are written like a name, and codes. */
function namesIn(task: string): ReadonlySet<string> {
  const names = promptTerms(task).filter(({ isName }) => isName).map(({ text }) => text)
  return new Set([...names, ...typedWords(task).flatMap(({ terms }) => terms.filter((term) => /[a-z]\d|\d[a-z]/.test(term)))])
}

/** The headings of a unit and what stands around it in its section. */
function textAround({ member: { source, text }, section, unit }: Candidate): string {
  const start = text.unitStart[unit] ?? 0
  const end = text.unitEnd[unit] ?? 0
  const margin = Math.max(0, weights.surroundings.size - (end - start)) / 2
  const first = text.unitStart[text.sectionFirst[section] ?? 0] ?? start
  const last = text.unitEnd[(text.sectionFirst[section + 1] ?? 0) - 1] ?? end
  const around = source.text.slice(Math.max(first, Math.floor(start - margin)), Math.min(last, Math.ceil(end + margin)))
  return [...(text.headings[section] ?? []), around].join('\n')
}
