import type { Span } from '../../model/diagnostic.ts'
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
  const among = (some: readonly SourceMark[]): ((start: number, end: number) => readonly SourceMark[]) => {
    const starts = some.map(({ span }) => span.start)
    const upTo = (offset: number): number =>
      offset <= (starts[0] ?? Infinity) ? 0 : lastAtMost(starts, offset - 1) + 1
    return (start, end) => some.slice(upTo(start), upTo(end))
  }
  const within = among(marks)
  const bareWithin = among(marks.filter((mark) => isBare(text, mark)))
  return (statement) => {
    const section = sections[lastAtMost(sectionStarts, statement.start)]
    // A mark at the start of a sentence belongs to the one before it, unless there is none.
    const isLeading = ({ span }: SourceMark): boolean => text.slice(statement.start, span.start).trim() === ''
    const isFirst = paragraphOpening.test(text.slice(Math.max(0, statement.start - 40), statement.start))
    const own = within(statement.start, statement.end).filter((mark) => isFirst || !isLeading(mark))
    // A mark in a paragraph applies to the sentences before it.
    const [next] = within(statement.end, paragraphEnd(statement.end))
    // A line of its own below a paragraph applies to the text above it; at the top, to the section.
    const bare = bareWithin(section?.bodyStart ?? 0, section?.end ?? 0)
    const after = bare.find(({ span }) => span.start >= statement.end)
    const top = bare.find(({ span }) => text.slice(section?.bodyStart ?? 0, span.start).trim() === '')
    const nearest = [own, next ? [next] : [], after ? [after] : [], top ? [top] : []].find((found) => found.length > 0)
    return (nearest ?? ofPage).flatMap(({ references }) => references)
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
