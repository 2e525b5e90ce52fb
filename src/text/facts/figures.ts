/** A sentence and its figures. */
export interface Statement {
  /** The sentence without its figures. */
  readonly pattern: string
  readonly figures: readonly string[]
}

/** Short phrases often repeat with other figures; only full statements are compared. */
const leastWords = 4

const figure = /\d+(?:[.,:]\d+)*/g

/** Of a text with a figure and at least `least` words; addresses are no part of it. */
export function statementIn(text: string, least = leastWords): Statement | undefined {
  const said = text.replace(/\]\([^()\s]{0,2000}\)|\bhttps?:\/\/[^\s)\]>]{0,2000}/g, ']')
  const figures = figuresIn(said)
  if (figures.length === 0) return undefined
  const pattern = said
    .toLowerCase()
    .replace(figure, '#')
    .replace(/[^\p{L}\p{M}#%€$£¥]+/gu, ' ')
    .trim()
  const letters = pattern.replace(/[#%€$£¥]/g, '').trim()
  return letters.split(/\s+/).length >= least || /\p{Lo}{6}/u.test(letters) ? { pattern, figures } : undefined
}

export const figuresIn = (text: string): readonly string[] => text.match(figure) ?? []

/** The pairs of figures in which two statements of one pattern differ. */
export const differingFigures = (a: Statement, b: Statement): readonly (readonly [string, string])[] =>
  a.figures.flatMap((own, place) => (own === b.figures[place] ? [] : [[own, b.figures[place] ?? ''] as const]))
