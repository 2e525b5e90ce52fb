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
