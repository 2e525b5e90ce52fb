import type { Place } from '../../../../model/codes/diagnostic.ts'
import { mixedScripts } from '../../../../text/detect/mixed-scripts.ts'
import { isPlain, widthOf } from './cells.ts'

/** `1 error`, `2 errors`, `2 entries`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}

/** The counts that are not zero: `1 error, 2 warnings`. */
export function countsOf(counts: {
  readonly errors: number
  readonly warnings: number
  readonly infos: number
}): string {
  const parts = [
    counts.errors > 0 ? counted(counts.errors, 'error') : '',
    counts.warnings > 0 ? counted(counts.warnings, 'warning') : '',
    counts.infos > 0 ? counted(counts.infos, 'info') : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** Lines of at most `width` columns, broken at spaces, but not within a command in quotes, which is a line to copy. */
export function wrap(text: string, width: number): readonly string[] {
  if (text.length * 2 <= width) return [text]
  const measure = isPlain(text) ? (part: string): number => part.length : widthOf
  if (measure(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/(?<!"lorefence(?: [^" ]*)*) /)) {
    if (line !== '' && measure(line) + 1 + measure(word) > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** Rows as lines with aligned columns; the first `right` columns are aligned to the right. */
export function alignColumns(rows: readonly (readonly string[])[], right = 0): readonly string[] {
  const widthAt = (column: number): number => Math.max(...rows.map((row) => widthOf(row[column] ?? '')))
  const widths = (rows[0] ?? []).map((_, column) => widthAt(column))
  const padded = (cell: string, column: number): string => {
    const gap = ' '.repeat((widths[column] ?? 0) - widthOf(cell))
    return column < right ? gap + cell : cell + gap
  }
  return rows.map((row) => row.map(padded).join('  ').trimEnd())
}

/** `file:line:column`, as editors and terminals recognize it. */
export const placeText = ({ file, range }: Place): string =>
  range ? `${file}:${range.start.line}:${range.start.column}` : file

export const noKnowledge =
  'There is no knowledge here. Start with: lorefence init, or read plain documents with --docs DIR.'

export const docsPage = (code: string): string => `docs/diagnostics/${code}.md`

/** A ref or path with a mark if mixed scripts make it look like another one. */
export function markedName(name: string): string {
  const scripts = mixedScripts(name)
  return scripts.length === 0 ? name : `${name} (mixed scripts: ${scripts.join(', ')})`
}
