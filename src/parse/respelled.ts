import { restrictions } from '../model/tables/vocabulary.ts'

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

/**
 * Like `knownSpelling`, and also matches look-alike letters of other scripts; for names whose absence would open
 * something.
 */
export function meantName(word: string, known: readonly string[]): string | undefined {
  if (word.length > 64) return undefined
  return knownSpelling(word, known) ?? known.find((name) => looksLike(word, name))
}

/** Whether a word is a name with some of its letters, at most half, in another script. */
function looksLike(word: string, name: string): boolean {
  if (/^[\x20-\x7e]*$/.test(word)) return false
  const letters = [...word.normalize('NFKC').toLowerCase()].filter((character) => /[\p{L}\p{N}]/u.test(character))
  const expected = name.replaceAll(/[^a-z0-9]/g, '')
  if (letters.length !== expected.length) return false
  const foreign = letters.filter((letter) => letter > '\x7f').length
  return foreign * 2 <= letters.length && letters.every((letter, i) => letter > '\x7f' || letter === expected[i])
}

/**
 * The known restriction for a word, else `undefined`. Old spellings bind as well: dropping a restriction because of an
 * underscore would fail open.
 */
export function canonicalRestriction(word: string): string | undefined {
  const known = knownSpelling(word, restrictions)
  return known ?? (/^no[-_ ]?training$/i.test(word.trim()) ? 'no-ai-training' : undefined)
}
