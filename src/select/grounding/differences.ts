import { terms } from '../../text/lexicon/lexicon.ts'
import { isPlainWord, plainPath } from '../../text/plain-words.ts'
import type { Sought } from '../../rank/question.ts'
import type { TextIndex } from '../../rank/text-index.ts'
import type { Notice } from './citations.ts'
import type { Pick } from '../pick.ts'
import type { Source } from '../texts/source.ts'

/** Words, figures excluded, that two statements must share: fewer may be shared by chance. */
const fewestShared = 4

/**
 * Statements of two packs that differ in their figures only, and fields of the task with different values.
 * They are reported; nothing is reordered (AK-165).
 */
export function differencesBetween(
  picks: readonly Pick[],
  question: readonly Sought[],
  textOf: (source: Source) => TextIndex | undefined,
): readonly Notice[] {
  if (new Set(picks.map(({ source }) => source.ref)).size < 2) return []
  const known = new Map<string, { readonly value: string; readonly pick: Pick }>()
  const notices = new Map<string, Notice>()
  for (const pick of picks) {
    const { unitStart = none, unitEnd = none } = textOf(pick.source) ?? {}
    for (const [unit, start] of unitStart.entries()) {
      const end = unitEnd[unit] ?? start
      if (!pick.stretches.some((stretch) => stretch.start <= start && end <= stretch.end)) continue
      const { field, value } = statementOf(pick.source.text.slice(start, end), question)
      if (field === '' || value === '') continue
      const other = known.get(field)
      if (!other) known.set(field, { value, pick })
      else if (other.value !== value && other.pick.source.ref !== pick.source.ref) {
        const [a, b] = [other.pick.source, pick.source]
        const places = [a, b].map(({ path, ref }) => `${plainPath(path)} of ${shownRef(ref)}`)
        const message = `${places.join(' and ')} state the same thing differently.`
        notices.set(message, { code: 'AK811', ref: b.ref, path: b.path, message })
      }
    }
  }
  return [...notices.values()]
}

const shownRef = (ref: string): string => (ref.split('/').every(isPlainWord) ? ref : 'another entry')

const labelled = /^[\s>*_+|-]{0,16}(\p{L}[\p{L}\p{N} ]{1,40})[*_]{0,2}\s{0,4}[:：|][*_]{0,2}\s{0,4}([^|\n]{1,200})/u

/** `Warranty: 24 months` for a task on the warranty, or a statement: its figures are the value, its other words the field. */
function statementOf(unit: string, question: readonly Sought[]): { readonly field: string; readonly value: string } {
  const opening = unit.slice(0, 400)
  const [, label = '', written = ''] = (/[:：|]/.test(opening) ? labelled.exec(opening) : null) ?? []
  if (label !== '') {
    const words = terms(label, 'en')
    const isAsked = question.some(({ typed }) => terms(typed, 'en').some((term) => words.includes(term)))
    return isAsked ? { field: label.trim().toLowerCase(), value: terms(written, 'en').join(' ') } : nothing
  }
  const all = terms(unit.replace(/\[[^[\]]{0,500}\]/g, ''), 'en')
  const words = [...new Set(all.filter((word) => !/\d/.test(word)))].sort()
  return words.length < fewestShared
    ? nothing
    : { field: words.join(' '), value: all.filter((word) => /\d/.test(word)).join(' ') }
}

const nothing = { field: '', value: '' }
const none = new Uint32Array()
