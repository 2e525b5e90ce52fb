import { terms } from '../../text/lexicon/lexicon.ts'
import { isPlainWord, plainPath } from '../../text/messages/plain-names.ts'
import { differingFigures, figuresIn, statementIn, type Statement } from '../../text/facts/figures.ts'
import type { Sought } from '../../rank/question.ts'
import type { TextIndex } from '../../rank/text-index.ts'
import type { Notice } from './citations.ts'
import type { Pick } from '../pick.ts'
import type { Source } from '../texts/source.ts'
import { structureOf } from '../texts/structure.ts'

interface Stated extends Statement {
  readonly pick: Pick
  readonly start: number
}

/**
 * Reports only the certain case: two entries state the same sentence, or the same field of the task, each once, and
 * exactly one figure differs. Nothing is reordered (AK-165).
 */
export function differencesBetween(
  picks: readonly Pick[],
  question: readonly Sought[],
  textOf: (source: Source) => TextIndex | undefined,
): readonly Notice[] {
  if (new Set(picks.map(({ source }) => source.ref)).size < 2) return []
  const notices = new Map<string, Notice>()
  for (const same of statementsIn(picks, question, textOf).values()) {
    const once = same.filter((one) => same.every((other) => refOf(one) !== refOf(other) || isEqual(one, other)))
    const [first, ...others] = once
    const other = first && others.find((one) => refOf(one) !== refOf(first) && contradicts(first, one))
    if (!first || !other) continue
    const [a, b] = [first.pick.source, other.pick.source]
    const places = [a, b].map(({ path, ref }) => `${plainPath(path)} of ${shownRef(ref)}`)
    const message = `${places.join(' and ')} state the same thing differently.`
    notices.set(message, { code: 'AK811', ref: b.ref, path: b.path, message })
  }
  return [...notices.values()]
}

function statementsIn(
  picks: readonly Pick[],
  question: readonly Sought[],
  textOf: (source: Source) => TextIndex | undefined,
): ReadonlyMap<string, readonly Stated[]> {
  const known = new Map<string, Stated[]>()
  for (const pick of picks) {
    const { unitStart = none, unitEnd = none } = textOf(pick.source) ?? {}
    for (const [unit, start] of unitStart.entries()) {
      const end = unitEnd[unit] ?? start
      if (!pick.stretches.some((stretch) => stretch.start <= start && end <= stretch.end)) continue
      const statement = statementOf(pick.source.text.slice(start, end), question)
      if (statement)
        known.set(statement.pattern, [...(known.get(statement.pattern) ?? []), { ...statement, pick, start }])
    }
  }
  return known
}

const refOf = ({ pick }: Stated): string => pick.source.ref
const isEqual = (a: Stated, b: Stated): boolean => a.figures.join() === b.figures.join()

const contradicts = (a: Stated, b: Stated): boolean =>
  differingFigures(a, b).length === 1 && isSameSubject(a.pick, b.pick) && !isCode(a) && !isCode(b)

/** Figures in code are examples. */
const isCode = ({ pick: { source }, start }: Stated): boolean =>
  structureOf(source).units.some((unit) => unit.kind === 'code' && unit.start === start)

/**
 * A heading or path with another figure means another version or year. Within a manifest, its author declares
 * contradictions (KCP §4.18, §5), so a sentence repeated in its units is about something else unless the headings are
 * the same, too.
 */
function isSameSubject(a: Pick, b: Pick): boolean {
  const figures = ({ headings, source }: Pick): string => figuresIn([...headings, source.path].join(' ')).join()
  const heading = ({ headings }: Pick): string => (headings.at(-1) ?? '').toLowerCase()
  return figures(a) === figures(b) && (entryOf(a) !== entryOf(b) || heading(a) === heading(b))
}

/** `unit:harbor/setup` belongs to the entry `unit:harbor`. */
const entryOf = ({ source: { ref } }: Pick): string =>
  ref.startsWith('unit:') ? ref.slice(0, ref.lastIndexOf('/')) : ref

const shownRef = (ref: string): string => (ref.split('/').every(isPlainWord) ? ref : 'another entry')

const labelled = /^[\s>*_+|-]{0,16}(\p{L}[\p{L}\p{N} ]{1,40})[*_]{0,2}\s{0,4}[:：|][*_]{0,2}\s{0,4}([^|\n]{1,200})/u

/** A sentence with figures; for a field that the task asks for, such as `Warranty: 24 months`, one word is enough. */
function statementOf(unit: string, question: readonly Sought[]): Statement | undefined {
  const opening = unit.slice(0, 400)
  const [, label = '', value = ''] = (/[:：|]/.test(opening) ? labelled.exec(opening) : null) ?? []
  const words = terms(label, 'en')
  const isAsked = label !== '' && question.some(({ typed }) => terms(typed, 'en').some((term) => words.includes(term)))
  if (!isAsked) return statementIn(unit.replace(/\[[^[\]]{0,500}\]/g, ''))
  return statementIn(`${label}: ${value}`, 1) ?? wordStatement(label, terms(value, 'en'))
}

/** With more words it is a sentence, which can be worded in many ways. */
const mostWords = 3

const wordStatement = (label: string, value: readonly string[]): Statement | undefined =>
  value.length === 0 || value.length > mostWords
    ? undefined
    : { pattern: `${label.trim().toLowerCase()}:`, figures: [value.join(' ')] }

const none = new Uint32Array()
