/** A sentence and its figures. */
export interface Statement {
  /** The sentence without its figures. */
  readonly pattern: string
  readonly figures: readonly string[]
}

/** Short phrases often repeat with other figures; only full statements are compared. */
const leastWords = 4

const figure = /\d+(?:[.,:]\d+)*/g

/** `undefined` for a text without figures or with fewer than `least` words. Link targets and URLs do not count. */
export function statementIn(text: string, least = leastWords): Statement | undefined {
  const words = text.replace(/\]\([^()\s]{0,2000}\)|\bhttps?:\/\/[^\s)\]>]{0,2000}/g, ']')
  const figures = figuresIn(words)
  if (figures.length === 0) return undefined
  const pattern = words
    .toLowerCase()
    .replace(figure, '#')
    .replace(/[^\p{L}\p{M}#%€$£¥]+/gu, ' ')
    .trim()
  const letters = pattern.replace(/[#%€$£¥]/g, '').trim()
  return letters.split(/\s+/).length >= least || /\p{Lo}{6}/u.test(letters) ? { pattern, figures } : undefined
}

export const figuresIn = (text: string): readonly string[] => text.match(figure) ?? []

/** The pairs of figures that differ between two statements with the same pattern. */
export const differingFigures = (a: Statement, b: Statement): readonly (readonly [string, string])[] =>
  a.figures.flatMap((own, place) => (own === b.figures[place] ? [] : [[own, b.figures[place] ?? ''] as const]))
