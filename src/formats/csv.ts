import type { Span } from '../model/codes/diagnostic.ts'
import { Outline } from './units/outline.ts'
import type { Structure } from './structure.ts'
import { linesOf } from './units/text-lines.ts'

/** A quote that is not closed within this many lines is text. */
const mostLines = 100
const bareNumber = /^\s*"?[-+]?\d[\d.,]*%?"?\s*$/

/** The first record is the head, unless one of its cells is a number. */
export function readCsv(text: string, from: number): Structure {
  const outline = new Outline(text, from)
  const [first, ...rows] = recordsOf(text, from)
  if (first && isHead(text.slice(first.start, first.end))) outline.table(first, rows)
  else if (first) outline.table(undefined, [first, ...rows])
  return outline.finish()
}

const isHead = (record: string): boolean => !record.split(/[,;\t|]/, 200).some((cell) => bareNumber.test(cell))

/** A record may have several lines inside quotes. */
function recordsOf(text: string, from: number): readonly Span[] {
  const lines = linesOf(text, from)
  const quoteCounts = lines.map(({ start, end }) => quotesIn(text, start, end) % 2)
  const records: Span[] = []
  let failures = 0
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]
    if (!line || line.blank) continue
    let last = index
    if (quoteCounts[index] === 1 && failures < 100) {
      const close = quoteCounts.slice(index + 1, index + mostLines).indexOf(1)
      if (close < 0) failures += 1
      else last = index + 1 + close
    }
    records.push({ start: line.content, end: lines[last]?.end ?? line.end })
    index = last
  }
  return records
}

function quotesIn(text: string, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at++) if (text.charCodeAt(at) === 34) count += 1
  return count
}
