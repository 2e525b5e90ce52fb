/** One line of a text; the break is outside. */
export interface TextLine {
  readonly start: number
  readonly end: number
  /** First visible character; `end` on a blank line. */
  readonly content: number
  /** Column of the first visible character; tabs stop at every eighth column. */
  readonly indent: number
  readonly blank: boolean
}

/** LF, CRLF and CR end lines. */
export function linesOf(text: string, from = 0, to = text.length): readonly TextLine[] {
  const lines: TextLine[] = []
  for (let start = from; start < to;) {
    let content = start
    let indent = 0
    for (; content < to; content++) {
      const unit = text.charCodeAt(content)
      if (unit === 32) indent += 1
      else if (unit === 9) indent += 8 - (indent % 8)
      else break
    }
    let end = content
    while (end < to && text.charCodeAt(end) !== 10 && text.charCodeAt(end) !== 13) end += 1
    lines.push({ start, end, content, indent, blank: content >= end })
    start = text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10 ? end + 2 : end + 1
  }
  return lines
}

/** The start of the text after a line. */
export const lineAfter = (lines: readonly TextLine[], index: number, end: number): number =>
  lines[index + 1]?.start ?? end
