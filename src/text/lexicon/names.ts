/** Languages that write every noun with a capital. */
const capitalNouns: ReadonlySet<string> = new Set(['de'])

const words = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’._-]*/gu
const ends = /[.!?…:;\n]["'”’)\]]*\s*["'“‘(¿¡[]*$/u
/** Fewer capitals in a row may be a long name. */
const leastTitle = 3

/**
 * The words of a task that nobody says in other words, by how they are written: numbers, abbreviations, and names, which
 * are capital though they begin no sentence. In a task that is all capitals, as titles are, capitals tell nothing.
 */
export function namesIn(task: string, language: string): ReadonlySet<string> {
  const found = [...task.matchAll(words)].map(({ 0: word, index }) => ({
    word: word.replace(/[.'’_-]+$/u, ''),
    isFirst: index === 0 || ends.test(task.slice(Math.max(0, index - 8), index)),
  }))
  const long = found.filter(({ word, isFirst }) => !isFirst && /\p{L}{4}/u.test(word))
  const isTitle = long.length >= leastTitle && long.every(({ word }) => /^\p{Lu}/u.test(word))
  const isName = ({ word, isFirst }: { readonly word: string; readonly isFirst: boolean }): boolean => {
    if (/\p{N}/u.test(word)) return true
    if (isTitle) return false
    return /.\p{Lu}/u.test(word) || (/^\p{Lu}./u.test(word) && !isFirst && !capitalNouns.has(language))
  }
  return new Set(found.filter(isName).map(({ word }) => word))
}
