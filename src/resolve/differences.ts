import { scanUnits } from '../text/units.ts'
import { isPlainWord, plainPath } from '../text/plain-words.ts'
import { contentWords } from '../text/words.ts'
import type { Notice } from './grounding.ts'
import type { Pick } from './pick.ts'

/** Sentences and items of two packs that speak of the same with other figures or another value: the reader is told, nothing is moved (AK-165). */
export function differencesBetween(picks: readonly Pick[]): readonly Notice[] {
  if (new Set(picks.map(({ source }) => source.ref)).size < 2) return []
  const said = new Map<string, { readonly value: string; readonly pick: Pick }>()
  const notices = new Map<string, Notice>()
  for (const pick of picks) {
    for (const { start, end } of scanUnits(pick.text)) {
      const { field, value } = statementOf(pick.text.slice(start, end))
      if (field === '' || value === '') continue
      const known = said.get(field)
      if (!known) said.set(field, { value, pick })
      else if (known.value !== value && known.pick.source.ref !== pick.source.ref) {
        const [a, b] = [known.pick.source, pick.source]
        const message = `${plainPath(a.path)} of ${shownRef(a.ref)} and ${plainPath(b.path)} of ${shownRef(b.ref)} state the same thing differently.`
        notices.set(message, { code: 'AK811', ref: b.ref, path: b.path, message })
      }
    }
  }
  return [...notices.values()]
}

const shownRef = (ref: string): string => (ref.split('/').every(isPlainWord) ? ref : 'another entry')

const labelled = /^[\s>*_+|-]{0,16}(\p{L}[\p{L}\p{N} ]{1,40})[*_]{0,2}\s{0,4}[:：|][*_]{0,2}\s{0,4}([^|\n]{1,200})/u

/** `Warranty: 24 months`, or a sentence whose figures are the value and whose other words are the field. */
function statementOf(unit: string): { readonly field: string; readonly value: string } {
  const opening = unit.slice(0, 400)
  const [, label = '', written = ''] = (/[:：|]/.test(opening) ? labelled.exec(opening) : null) ?? []
  if (label !== '') return { field: label.trim().toLowerCase(), value: contentWords(written).join(' ') }
  const words = contentWords(unit.replace(/\[[^[\]]{0,500}\]/g, ''))
  const figures = words.filter((word) => /\d/.test(word))
  const rest = [...new Set(words.filter((word) => !/\d/.test(word)))].sort()
  return rest.length < 2 || figures.length === 0 ? { field: '', value: '' } : { field: rest.join(' '), value: figures.join(' ') }
}
