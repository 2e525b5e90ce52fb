import type { Position, Range, Span } from '../../model/codes/diagnostic.ts'

/** Turns offsets into lines and columns and back. CR, LF and CRLF each end a line. */
export interface LineIndex {
  position(offset: number): Position
  range(span: Span): Range
  offset(position: Position): number
  /** Offset of the end of the line at `offset`, its break excluded. */
  lineEnd(offset: number): number
  line(number: number): string
  readonly count: number
}

/** Lazy: a finding in the frontmatter does not index a body of 50 MB. */
export function indexLines(text: string): LineIndex {
  const starts = [0]
  const nextStart = lineStarts(text)
  let complete = false
  /** Until the starts reach an offset and a line, whichever is later. */
  const scan = (offset: number, line: number): void => {
    while (!complete && ((starts[starts.length - 1] ?? 0) <= offset || starts.length <= line)) {
      const start = nextStart()
      if (start === undefined) complete = true
      else starts.push(start)
    }
  }
  /** Start of a line counted from 0; beyond the last line, the end of the text. */
  const startOf = (line: number): number => {
    scan(0, line)
    return starts[line] ?? text.length
  }
  const lineOf = (offset: number): number => {
    scan(offset, 0)
    return lastAtMost(starts, offset)
  }
  const endOf = (line: number): number => {
    const end = startOf(line + 1)
    if (line + 1 >= starts.length) return end
    return text.charCodeAt(end - 1) === 10 && text.charCodeAt(end - 2) === 13 ? end - 2 : end - 1
  }
  const clamp = (offset: number): number => Math.max(0, Math.min(offset, text.length))
  const position = (offset: number): Position => {
    const line = lineOf(clamp(offset))
    return { line: line + 1, column: clamp(offset) - startOf(line) + 1 }
  }
  return {
    position,
    range: (span) => ({ start: position(span.start), end: position(span.end) }),
    offset: ({ line, column }) => clamp(startOf(Math.max(0, line - 1)) + column - 1),
    lineEnd: (offset) => endOf(lineOf(clamp(offset))),
    line: (number) => (number < 1 ? '' : text.slice(startOf(number - 1), endOf(number - 1))),
    get count() {
      scan(text.length, 0)
      return starts.length
    },
  }
}

/** Yields the start of the second line, the third and so on. */
function lineStarts(text: string): () => number | undefined {
  const find = (mark: string, from: number): number => {
    const at = text.indexOf(mark, from)
    return at < 0 ? Infinity : at
  }
  let from = 0
  let lf = find('\n', 0)
  let cr = find('\r', 0)
  return () => {
    if (lf < from) lf = find('\n', from)
    if (cr < from) cr = find('\r', from)
    const end = Math.min(lf, cr)
    if (end === Infinity) return undefined
    from = lf === cr + 1 ? lf + 1 : end + 1
    return from
  }
}

/** Index of the last of the sorted numbers that is not above `limit`. */
export function lastAtMost(sorted: readonly number[], limit: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((sorted[middle] ?? 0) <= limit) low = middle
    else high = middle - 1
  }
  return low
}
