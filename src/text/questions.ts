/** Ends of sentences and lines, and an "and" that opens another question. */
const breaks =
  /[?!;。？！；\n]+|\. |,? and (?=(?:how|what|who|whose|whom|which|when|where|why|is|are|was|were|does|do|did|can|could|may|must|should|will|would) )/gi
const blanks = /[^\S\n]+/g
/** Of a long text only its first questions are asked one by one. */
const mostQuestions = 12

/** The single questions of a task that asks several things; none where it asks one. */
export function questionsIn(task: string): readonly string[] {
  const questions = task
    .replace(blanks, ' ')
    .split(breaks)
    .map((question) => question.trim())
    .filter((question) => question !== '')
  return questions.length > 1 ? questions.slice(0, mostQuestions) : []
}
