/** Too short and plain to contain instructions for a model, so it may be shown outside the fence. */
export const isPlainWord = (word: string): boolean => /^[A-Za-z0-9:._-]{1,32}$/.test(word)

/** Words of a list that are shown at most. */
const most = 3

/** Declared words for a header line: a few plain ones, and the number of the others. */
export function plainWords(words: readonly string[]): string {
  const shown = words.filter(isPlainWord).slice(0, most)
  const others = words.length - shown.length
  if (shown.length === 0) return others === 1 ? 'one that is not shown' : `${others} that are not shown`
  return others === 0 ? shown.join(', ') : `${shown.join(', ')} and ${others} more`
}

/** The declared word if it is plain, else `otherwise`. */
export const plainName = (word: string, otherwise: string): string => (isPlainWord(word) ? word : otherwise)

/** A path of plain names, or `a file`. */
export const plainPath = (path: string): string =>
  path.length <= 120 && path.split('/').every(isPlainWord) ? path : 'a file'
