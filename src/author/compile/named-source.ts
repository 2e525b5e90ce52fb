import type { Span } from '../../model/codes/diagnostic.ts'
import type { AnchorReference } from '../../text/facts/anchors.ts'
import { lastAtMost } from '../../text/positions/lines.ts'
import { inProse } from '../../text/markdown/paragraphs.ts'
import { scanSections } from '../../text/markdown/sections.ts'
import { findSourceMarks, type SourceMark } from '../../text/facts/source-marks.ts'

/** Which sources a statement names: in itself, after it in its paragraph, in its section, or for the whole page. */
export function namedSources(text: string, from: number): (statement: Span) => readonly AnchorReference[] {
  const marks = inProse(
    text,
    findSourceMarks(text).filter(({ broken, span }) => !broken && span.start >= from),
  )
  const ofPage = findSourceMarks(text.slice(0, from)).filter(({ broken }) => !broken)
  const sections = scanSections(text, from)
  const sectionStarts = sections.map(({ start }) => start)
  const paragraphEnds = [0, ...Array.from(text.matchAll(paragraphBreak), ({ index }) => index), text.length]
  const paragraphEnd = (at: number): number => paragraphEnds[lastAtMost(paragraphEnds, at - 1) + 1] ?? text.length
  const all = new MarksByPlace(marks)
  const alone = new MarksByPlace(marks.filter((mark) => isBare(text, mark)))
  return (statement) => {
    const section = sections[lastAtMost(sectionStarts, statement.start)]
    // A mark at the start of a sentence belongs to the one before it, unless there is none.
    const isLeading = ({ span }: SourceMark): boolean => text.slice(statement.start, span.start).trim() === ''
    const isFirst = paragraphOpening.test(text.slice(Math.max(0, statement.start - 40), statement.start))
    const own = all.within(statement.start, statement.end).filter((mark) => isFirst || !isLeading(mark))
    // A mark in a paragraph applies to the sentences before it.
    const next = all.first(statement.end, paragraphEnd(statement.end))
    // A line of its own below a paragraph applies to the text above it; at the top, to the section.
    const { bodyStart = 0, end = 0 } = section ?? {}
    const after = alone.first(Math.max(bodyStart, statement.end), end)
    const top = alone.first(bodyStart, end)
    const isAtTop = top !== undefined && text.slice(bodyStart, top.span.start).trim() === ''
    const nearest = [own, next ? [next] : [], after ? [after] : [], isAtTop ? [top] : []].find(
      (found) => found.length > 0,
    )
    return (nearest ?? ofPage).flatMap(({ references }) => references)
  }
}

/** Found by where they start, without a look at the others. */
class MarksByPlace {
  readonly #marks: readonly SourceMark[]
  readonly #starts: readonly number[]

  constructor(marks: readonly SourceMark[]) {
    this.#marks = marks
    this.#starts = marks.map(({ span }) => span.start)
  }

  within(start: number, end: number): readonly SourceMark[] {
    return this.#marks.slice(this.#countBefore(start), this.#countBefore(end))
  }

  first(start: number, end: number): SourceMark | undefined {
    const mark = this.#marks[this.#countBefore(start)]
    return mark && mark.span.start < end ? mark : undefined
  }

  #countBefore(offset: number): number {
    return offset <= (this.#starts[0] ?? Infinity) ? 0 : lastAtMost(this.#starts, offset - 1) + 1
  }
}

function isBare(text: string, { span }: SourceMark): boolean {
  const start = text.lastIndexOf('\n', span.start - 1) + 1
  const end = text.indexOf('\n', span.end)
  return `${text.slice(start, span.start)}${text.slice(span.end, end < 0 ? text.length : end)}`.trim() === ''
}

const paragraphOpening = /(?:^|\n[ \t]*\r?\n[ \t>]*|^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+)$/m

/** A list item is a paragraph of its own. */
const paragraphBreak = /\n[ \t]*(?:\r?\n|(?=[-*+] |\d{1,9}[.)] ))/g
