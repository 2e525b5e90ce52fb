import type { Span } from '../../model/codes/diagnostic.ts'

/** A page in the text of a PDF: from its mark to the next one. */
interface Page extends Span {
  readonly number: number
  /** After the mark. */
  readonly bodyStart: number
}

const markOf = (number: number): string => `[page ${number}]\n`

/** The text of a PDF: each page after a line with its number. A line of the PDF that looks like one is changed. */
export const joinPages = (pages: readonly string[]): string =>
  pages.map((page, i) => `${markOf(i + 1)}${page.replaceAll(/^\[page (\d+)\]$/gm, '(page $1)')}`).join('\n\n')

export function pagesOf(text: string, from = 0): readonly Page[] {
  const pages: Page[] = []
  for (let start = from; start < text.length;) {
    const number = pages.length + 1
    const next = text.indexOf(`\n\n${markOf(number + 1)}`, start)
    const end = next < 0 ? text.length : next + 2
    const bodyStart = text.startsWith(markOf(number), start) ? start + markOf(number).length : start
    pages.push({ number, start, bodyStart, end })
    start = end
  }
  return pages
}
