/** Ends of sentences and lines, and an "and" before another question. */
const breaks =
  /[?!;。？！；\n]+|\. |,? and (?=(?:how|what|who|whose|whom|which|when|where|why|is|are|was|were|does|do|did|can|could|may|must|should|will|would) )/gi
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
