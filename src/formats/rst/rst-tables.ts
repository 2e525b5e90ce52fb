import type { Span } from '../../model/codes/diagnostic.ts'
import type { Outline } from '../units/outline.ts'
import type { TextLine } from '../units/text-lines.ts'

const gridBorder = /^\+(?:[-=]+\+)+[ \t]*$/
const simpleBorder = /^=+(?:[ \t]+=+)+[ \t]*$/

export const isGridBorder = (written: string): boolean => gridBorder.test(written)
export const isSimpleBorder = (written: string): boolean => simpleBorder.test(written)

/** A row is the text between two borders. Returns the line after the table. */
export function addGridTable(text: string, lines: readonly TextLine[], first: number, outline: Outline): number {
  let at = first
  let head: Span | undefined
  let rows: Span[] = []
  let open: { readonly start: number; end: number } | undefined
  for (let line = lines[at]; line && !line.blank && '+|'.includes(text.charAt(line.content)); line = lines[++at]) {
    const written = text.slice(line.content, line.end)
    if (!gridBorder.test(written)) {
      open ??= { start: line.content, end: line.end }
      open.end = line.end
      continue
    }
    if (open) rows.push(open)
    open = undefined
    if (!written.includes('=') || rows.length === 0 || head) continue
    head = { start: rows[0]?.start ?? 0, end: rows.at(-1)?.end ?? 0 }
    rows = []
  }
  if (open) rows.push(open)
  outline.table(head, rows)
  return Math.max(at, first + 1)
}

/** Borders of `=`; a line whose first column is blank continues the row above. */
export function addSimpleTable(text: string, lines: readonly TextLine[], first: number, outline: Outline): number {
  const border = lines[first]
  if (!border) return first + 1
  const parts: { start: number; end: number }[][] = [[]]
  let at = first + 1
  let borders = 1
  for (let line = lines[at]; line; line = lines[++at]) {
    if (line.blank) {
      if (borders >= 2 && !reachesBorder(text, lines, at + 1, border.indent)) break
      continue
    }
    const written = text.slice(line.content, Math.min(line.end, line.content + 400))
    if (line.indent < border.indent) break
    if (simpleBorder.test(written)) {
      borders += 1
      if (borders > 2) {
        at += 1
        break
      }
      parts.push([])
    } else if (!/^-+(?:[ \t]+-+)*[ \t]*$/.test(written)) {
      const rows = parts.at(-1)
      const row = rows?.at(-1)
      if (row && line.indent > border.indent) row.end = line.end
      else rows?.push({ start: line.content, end: line.end })
    }
  }
  const [head = [], rows] = parts
  if (rows === undefined || (borders === 2 && rows.length === 0)) outline.table(undefined, head)
  else outline.table({ start: head[0]?.start ?? 0, end: head.at(-1)?.end ?? 0 }, rows)
  return at
}

/** Rows may be separated by blank lines. */
function reachesBorder(text: string, lines: readonly TextLine[], from: number, indent: number): boolean {
  for (let at = from; at < Math.min(lines.length, from + 60); at++) {
    const line = lines[at]
    if (!line || (!line.blank && line.indent < indent)) return false
    if (!line.blank && simpleBorder.test(text.slice(line.content, Math.min(line.end, line.content + 400)))) return true
  }
  return false
}
