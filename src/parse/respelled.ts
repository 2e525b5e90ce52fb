/** Whether a word is none of the known ones, but only for its case, its hyphens or the British s: `Read`, `share-externally`, `summarise`. */
export function isRespelled(word: string, known: readonly string[]): boolean {
  return !known.includes(word) && knownSpelling(word, known) !== undefined
}

/** The known word that differs in no more than its spelling. */
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
