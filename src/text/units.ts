import type { Span } from '../model/diagnostic.ts'
import { scanMarkdown, type MarkdownLine } from './markdown-lines.ts'
import { sentencesOf } from './sentences.ts'

/** The smallest things that are quoted whole. */
type UnitKind = 'sentence' | 'item' | 'head' | 'row' | 'code'

export interface Unit extends Span {
  readonly kind: UnitKind
  /** Place, among the units, of the table head that a row is read with. */
  readonly head?: number
}

/** A longer list item is chosen by its sentences. */
const longItem = 500
/** Where a line is longer than this, lines are not wrapped: each is a paragraph. */
const longLine = 200

interface Block {
  readonly kind: 'text' | 'item' | 'code'
  readonly lines: Span[]
}

/** Units of choice of a Markdown or plain text, in their order. Headings are none. */
export function scanUnits(text: string, from = 0): readonly Unit[] {
  const units: Unit[] = []
  const capitals = writesCapitals(text, from)
  let open: Block | undefined
  const close = (): void => {
    if (open) addBlock(text, open, capitals, units)
    open = undefined
  }
  scanMarkdown(text, (line) => {
    const kind = blockKind(line)
    if (line.kind === 'underline') open = undefined
    if (kind === undefined || line.opensItem || (open && !goesOn(open, kind, line))) close()
    if (kind === undefined) return
    open ??= { kind: line.opensItem ? 'item' : kind, lines: [] }
    open.lines.push({ start: kind === 'code' ? line.start : visibleStart(text, line, open), end: line.end })
  }, from)
  close()
  return units
}

function blockKind({ kind }: MarkdownLine): 'text' | 'code' | undefined {
  if (kind === 'text' || kind === 'html') return 'text'
  return kind === 'fence' || kind === 'code' ? 'code' : undefined
}

function goesOn(open: Block, kind: 'text' | 'code', line: MarkdownLine): boolean {
  if (kind === 'code' || open.kind === 'code') return open.kind === kind
  return line.kind === 'html' || line.continues
}

/** The first line of an item keeps its list mark; quote marks and indentation are left out elsewhere. */
function visibleStart(text: string, line: MarkdownLine, open: Block): number {
  if (open.kind !== 'item' || open.lines.length > 0) return line.content
  let at = line.start
  while (at < line.content && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at += 1
  return at
}

function addBlock(text: string, { kind, lines }: Block, capitals: boolean, units: Unit[]): void {
  const first = lines[0]
  const last = lines.at(-1)
  if (!first || !last) return
  const whole = { start: first.start, end: last.end }
  if (kind === 'code') units.push({ kind: 'code', ...whole })
  else if (kind === 'item' && whole.end - whole.start <= longItem) units.push({ kind: 'item', ...trimmed(text, whole) })
  else if (!addTable(text, lines, units)) addSentences(text, lines, capitals, units)
}

const delimiterRow = /^\s{0,8}\|?\s{0,8}:?-+:?\s{0,8}(?:\|\s{0,8}:?-+:?\s{0,8}){0,200}\|?\s{0,8}$/

function addTable(text: string, lines: readonly Span[], units: Unit[]): boolean {
  const delimiter = lines.findIndex(({ start, end }) => end - start < 2_000 && text.slice(start, end).includes('|') && delimiterRow.test(text.slice(start, end)))
  const headLine = lines[delimiter - 1]
  const delimiterLine = lines[delimiter]
  if (!headLine || !delimiterLine) return false
  addSentences(text, lines.slice(0, delimiter - 1), true, units)
  const head = units.length
  units.push({ kind: 'head', start: headLine.start, end: delimiterLine.end })
  for (const line of lines.slice(delimiter + 1)) units.push({ kind: 'row', head, ...trimmed(text, line) })
  return true
}

/** Wrapped lines run on; long lines, and lines of cells, stand for themselves. */
function addSentences(text: string, lines: readonly Span[], capitals: boolean, units: Unit[]): void {
  let start = lines[0]?.start ?? 0
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1]
    if (next && !standsAlone(text, line) && !standsAlone(text, next)) continue
    for (const span of sentencesOf(text, { start, end: line.end }, capitals)) units.push({ kind: 'sentence', ...span })
    start = next?.start ?? line.end
  }
}

const standsAlone = (text: string, { start, end }: Span): boolean => end - start > longLine || text.slice(start, end).split('|', 3).length === 3

function trimmed(text: string, { start, end }: Span): Span {
  return { start, end: start + text.slice(start, end).trimEnd().length }
}

/** Some texts have lost their capitals; there a small letter opens a sentence. */
function writesCapitals(text: string, from: number): boolean {
  const sample = text.slice(from, from + 2_000)
  return (sample.match(/\p{Lu}/gu)?.length ?? 0) * 100 > (sample.match(/\p{Ll}/gu)?.length ?? 0)
}
