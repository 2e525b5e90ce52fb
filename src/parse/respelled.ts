import { readingsOf } from '../text/detect/look-alikes.ts'

/** Whether a word differs from a known one only in case, hyphens or a British s: `Read`, `summarise`. */
export function isRespelled(word: string, known: readonly string[]): boolean {
  return !known.includes(word) && knownSpelling(word, known) !== undefined
}

/** The known word that differs only in spelling. */
export function knownSpelling(word: string, known: readonly string[]): string | undefined {
  if (word.length > 64) return undefined
  return spellingsOf(known).get(fold(word))
}

const folded = new WeakMap<readonly string[], ReadonlyMap<string, string>>()

function spellingsOf(known: readonly string[]): ReadonlyMap<string, string> {
  const cached = folded.get(known) ?? new Map(known.map((word) => [fold(word), word]))
  folded.set(known, cached)
  return cached
}

const fold = (word: string): string =>
  word
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '')
    .replace('ise', 'ize')

/** As `knownSpelling`, also with letters of another script that look the same; for names whose absence would open something. */
export function meantName(word: string, known: readonly string[]): string | undefined {
  if (word.length > 64) return undefined
  return knownSpelling(word, known) ?? known.find((name) => looksLike(word, name))
}

/** Characters of a name that a reading may skip, as separators are. */
const isSeparator = (character: string | undefined): boolean => character === '_' || character === '-'

/** Whether a word with foreign characters can be read as a name. */
function looksLike(word: string, name: string): boolean {
  if (/^[\x20-\x7e]*$/.test(word)) return false
  let ends = new Set([0])
  for (const character of word) {
    const next = new Set<number>()
    for (const end of ends)
      for (const reading of [...readingsOf(character), ...(isSeparator(character) ? [''] : [])]) {
        const from = reading !== '' && isSeparator(name[end]) ? end + 1 : end
        if (name.startsWith(reading, from)) next.add(reading === '' ? end : from + reading.length)
      }
    ends = next
  }
  return ends.has(name.length)
}
