import type { Position, Range, Span } from '../model/diagnostic.ts'

/** Turns offsets into lines and columns. CR, LF and CRLF each end a line. */
export interface LineIndex {
  position(offset: number): Position
  range(span: Span): Range
  offset(position: Position): number
  /** Offset of the end of the line that holds `offset`, its break excluded. */
  lineEnd(offset: number): number
  line(number: number): string
  readonly count: number
}

export function indexLines(text: string): LineIndex {
  const starts = lineStarts(text)
  const lineOf = (offset: number): number => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
  const endOf = (line: number): number => {
    let end = starts[line + 1] ?? text.length
    if (line + 1 < starts.length) {
      if (text[end - 1] === '\n') end -= 1
      if (text[end - 1] === '\r' && end > (starts[line] ?? 0)) end -= 1
    }
    return end
  }
  const position = (offset: number): Position => {
    const clamped = Math.max(0, Math.min(offset, text.length))
    const line = lineOf(clamped)
    return { line: line + 1, column: clamped - (starts[line] ?? 0) + 1 }
  }
  return {
    position,
    range: (span) => ({ start: position(span.start), end: position(span.end) }),
    offset: ({ line, column }) => Math.min((starts[line - 1] ?? text.length) + column - 1, text.length),
    lineEnd: (offset) => endOf(lineOf(offset)),
    line: (number) => text.slice(starts[number - 1] ?? text.length, endOf(number - 1)),
    count: starts.length,
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 10) starts.push(i + 1)
    else if (unit === 13 && text.charCodeAt(i + 1) !== 10) starts.push(i + 1)
  }
  return starts
}
