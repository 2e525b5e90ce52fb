import type { Span } from '../../model/codes/diagnostic.ts'
import type { Outline } from '../units/outline.ts'
import type { TextLine } from '../units/text-lines.ts'

/** A cell begins at a bar without a backslash before it, with its span, alignment and style. */
const cell = /(?<!\\)\|/g

/**
 * Cells are split into rows by count; a first line before a blank one is the head. Returns the line after the table.
 */
export function addAsciidocTable(
  text: string,
  lines: readonly TextLine[],
  first: number,
  attributes: string,
  outline: Outline,
): number {
  const opening = lines[first]
  const mark = opening ? text.slice(opening.start, opening.end).trim() : ''
  let end = first + 1
  while (end < lines.length && textOf(text, lines[end]) !== mark) end += 1
  const body = lines.slice(first + 1, end)
  const shown = body.filter(({ blank }) => !blank)
  const headed =
    /header/.test(attributes) ||
    (shown[0] !== undefined && body[0] === shown[0] && body[1]?.blank === true && !/noheader/.test(attributes))
  if (mark.startsWith('|'))
    addCells(text, shown, { columns: columnsOf(attributes) ?? cellsIn(text, shown[0]), headed }, outline)
  else outline.table(headed ? shown[0] : undefined, headed ? shown.slice(1) : shown)
  return end + 1
}

function addCells(
  text: string,
  lines: readonly TextLine[],
  { columns, headed }: { readonly columns: number; readonly headed: boolean },
  outline: Outline,
): void {
  const rows: Span[] = []
  let open: { readonly start: number; end: number; cells: number } | undefined
  for (const line of lines) {
    const cells = cellsIn(text, line)
    if (open && cells > 0 && open.cells >= columns) {
      rows.push(open)
      open = undefined
    }
    open ??= { start: line.content, end: line.end, cells: 0 }
    open.end = line.end
    open.cells += cells
  }
  if (open) rows.push(open)
  outline.table(headed ? rows[0] : undefined, headed ? rows.slice(1) : rows)
}

/** `[cols="1,2"]`, `[cols="3*"]`, `[cols="1,2*"]`. */
function columnsOf(attributes: string): number | undefined {
  const written = /cols\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s,\]]+))/.exec(attributes)
  const list = written?.[1] ?? written?.[2] ?? written?.[3]
  if (!list) return undefined
  let columns = 0
  for (const part of list.split(/[,;]/)) columns += Number(/^\s*(\d{1,3})\*/.exec(part)?.[1] ?? 1)
  return Math.max(1, columns)
}

const cellsIn = (text: string, line: TextLine | undefined): number =>
  line ? (text.slice(line.start, line.end).match(cell)?.length ?? 0) : 0
const textOf = (text: string, line: TextLine | undefined): string =>
  line ? text.slice(line.start, line.end).trim() : ''
