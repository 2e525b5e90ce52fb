import type { Range } from '../../../../model/codes/diagnostic.ts'
import { cellsOf, isPlain, type Cell } from '../terminal/cells.ts'

export interface LineExcerpt {
  readonly cells: readonly Cell[]
  /** Columns before the underline, and its length. */
  readonly indent: number
  readonly length: number
  /** The range goes on to this later line. */
  readonly until?: number
}

/** More than a screen needs; text further away is not measured. */
const nearby = 400

/** The first line of a range, cut to `width` columns around the place. */
export function excerptOf(line: string, range: Range, width: number): LineExcerpt {
  const start = Math.min(range.start.column - 1, line.length)
  const end = range.end.line > range.start.line ? line.length : Math.min(range.end.column - 1, line.length)
  const until = range.end.line > range.start.line ? { until: range.end.line } : {}
  // Most lines: a cell for each character would cost more than the rest of a report.
  if (line.length <= width && isPlain(line)) {
    const whole = { at: 0, shown: line, width: line.length, escaped: false }
    return { cells: [whole], indent: start, length: Math.max(1, end - start), ...until }
  }
  const from = boundary(line, Math.max(0, start - nearby))
  const to = boundary(line, Math.min(line.length, Math.max(start, Math.min(end, start + nearby)) + nearby))
  const cells = cellsOf(line.slice(from, to)).map((cell) => ({ ...cell, at: cell.at + from }))
  const window = windowOf(cells, { start, end, width, cutBefore: from > 0, cutAfter: to < line.length })
  const indent = sumWidths(window.filter((cell) => cell.at < start))
  const length = Math.max(1, sumWidths(window.filter((cell) => cell.at >= start && cell.at < end)))
  return { cells: window, indent, length, ...until }
}

/** Steps back off the second half of a surrogate pair. */
function boundary(line: string, at: number): number {
  const unit = line.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}

interface Frame {
  readonly start: number
  readonly end: number
  readonly width: number
  readonly cutBefore: boolean
  readonly cutAfter: boolean
}

/** The whole line where it fits; otherwise the part around the place, with `…` where something is cut off. */
function windowOf(cells: readonly Cell[], frame: Frame): readonly Cell[] {
  if (!frame.cutBefore && !frame.cutAfter && sumWidths(cells) <= frame.width) return cells
  const place = sumWidths(cells.filter((cell) => cell.at >= frame.start && cell.at < frame.end))
  let first = cells.findIndex((cell) => cell.at >= frame.start)
  if (first < 0) first = cells.length
  for (let room = Math.max(frame.width / 3, (frame.width - place) / 2); first > 0; first--) {
    room -= cells[first - 1]?.width ?? 1
    if (room < 0) break
  }
  let last = first
  for (let room = frame.width - 2; last < cells.length; last++) {
    room -= cells[last]?.width ?? 1
    if (room < 0) break
  }
  const shown = cells.slice(first, last)
  const before = first > 0 || frame.cutBefore ? [ellipsis(shown[0]?.at ?? frame.start, -1)] : []
  const after = last < cells.length || frame.cutAfter ? [ellipsis(Number.MAX_SAFE_INTEGER, 0)] : []
  return [...before, ...shown, ...after]
}

const ellipsis = (at: number, shift: number): Cell => ({ at: at + shift, shown: '…', width: 1, escaped: true })

function sumWidths(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.width, 0)
}
