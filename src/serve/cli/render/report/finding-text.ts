import type { Diagnostic } from '../../../../model/codes/diagnostic.ts'
import { visible, type Cell } from '../terminal/cells.ts'
import { paintSeverity, type Paint } from '../terminal/paint.ts'
import { docsPage, placeText, wrap } from '../terminal/words.ts'
import { excerptOf, type LineExcerpt } from './excerpt.ts'
import type { ReportedSource } from './sources.ts'

export interface TextStyle {
  readonly paint: Paint
  /** Columns to stay within. */
  readonly width: number
}

export interface FindingStyle extends TextStyle {
  /** Columns of the line numbers. */
  readonly gutter: number
  /** Places, as `file:line`, whose text is not shown. */
  readonly hidden: ReadonlySet<string>
}

/** Secrets, and text that addresses a model: it may be a model that reads this report (AK-339). */
const unshown = new Set(['AK602', 'KCP609', 'AK603', 'KCP610'])

/** Lines that no finding may quote, because of a secret or an instruction in them. */
export function hiddenLines(diagnostics: readonly Diagnostic[]): ReadonlySet<string> {
  const hidden = new Set<string>()
  for (const { code, where } of diagnostics) {
    if (!where.range || !unshown.has(code)) continue
    for (let line = where.range.start.line; line <= where.range.end.line; line++) hidden.add(`${where.file}:${line}`)
  }
  return hidden
}

/** One finding: place and code, message, line, help and reference. */
export function findingText(
  diagnostic: Diagnostic,
  source: ReportedSource | undefined,
  style: FindingStyle,
): readonly string[] {
  const { paint, width } = style
  const { where, severity, code, name, message, related = [], spec } = diagnostic
  const label = (title: string, text: string, color: (text: string) => string): readonly string[] =>
    wrap(visible(text), width - title.length - 3).map(
      (line, i) => `  ${color(i === 0 ? title : ' '.repeat(title.length))} ${line}`,
    )
  const place = paint.cyan(visible(placeText(where)))
  return [
    `  ${place} ${paintSeverity(paint, severity)(severity)} ${paint.bold(code)} ${name}`,
    ...wrap(visible(message), width - 2).map((line) => `  ${line}`),
    ...excerptText(diagnostic, source, style),
    ...((diagnostic.help ?? diagnostic.fix) ? label('help:', helpOf(diagnostic), paint.green) : []),
    ...related.flatMap((entry) => label('also:', `${placeText(entry.where)} ${entry.message}`, paint.green)),
    ...label(' see:', `${spec === undefined ? '' : `${spec} · `}${docsPage(code)}`, String).map(paint.dim),
  ]
}

function helpOf({ help, fix }: Diagnostic): string {
  return `${help ?? fix?.title ?? ''}${fix ? ' (--fix applies it)' : ''}`
}

function excerptText(
  diagnostic: Diagnostic,
  source: ReportedSource | undefined,
  { paint, width, gutter, hidden }: FindingStyle,
): readonly string[] {
  const { file, range } = diagnostic.where
  if (!range || !source || hidden.has(`${file}:${range.start.line}`)) return []
  const beside = (text: string): string => `  ${paint.dim(`${text.padStart(gutter)} │`)}`
  const number = beside(String(range.start.line))
  if (source.secretLines.has(range.start.line))
    return [`${number} ${paint.dim('[not shown: this line may contain a secret]')}`]
  const line = source.lines.line(range.start.line)
  if (line === '') return []
  const excerpt = excerptOf(line, range, Math.max(24, width - gutter - 5))
  const underline = paintSeverity(paint, diagnostic.severity)(`${'^'.repeat(excerpt.length)}${untilText(excerpt)}`)
  return [`${number} ${lineText(excerpt.cells, paint)}`, `${beside('')} ${' '.repeat(excerpt.indent)}${underline}`]
}

const untilText = ({ until }: LineExcerpt): string => (until === undefined ? '' : ` … to line ${until}`)

function lineText(cells: readonly Cell[], paint: Paint): string {
  return cells
    .map(({ shown, escaped }) => (escaped ? paint.dim(shown) : shown))
    .join('')
    .trimEnd()
}
