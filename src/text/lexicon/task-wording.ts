/** Languages that write every noun with a capital. */
const capitalNouns: ReadonlySet<string> = new Set(['de'])

const words = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’._-]*/gu
const ends = /[.!?…:;\n]["'”’)\]]*\s*["'“‘(¿¡[]*$/u
/** Fewer consecutive capitals may be a long name. */
const leastTitle = 3

/**
 * The words of a task without synonyms, by spelling: numbers, abbreviations, and names, which are capitalised inside a
 * sentence. In a task with capitals throughout, as in titles, capitals do not count.
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

/** Ends of sentences and lines, and an "and" before another question. */
const questionWords =
  'how|what|who|whose|whom|which|when|where|why|is|are|was|were|does|do|did|can|could|may|must|should|will|would'
const breaks = new RegExp(String.raw`[?!;。？！；\n]+|\. |,? and (?=(?:${questionWords}) )`, 'gi')
const blanks = /[^\S\n]+/g
/** At most this many questions of a long task are answered separately. */
const mostQuestions = 12

/** The questions of a task; empty if it has only one. */
export function questionsIn(task: string): readonly string[] {
  const questions = task
    .replace(blanks, ' ')
    .split(breaks)
    .map((question) => question.trim())
    .filter((question) => question !== '')
  return questions.length > 1 ? questions.slice(0, mostQuestions) : []
}
