import type { ValidatedDocument } from '../../../../app/index.ts'
import type { Diagnostic } from '../../../../model/diagnostic.ts'
import { visible } from '../terminal/cells.ts'
import { findingText, hiddenLines, type TextStyle } from './finding-text.ts'
import { paintWith, type Paint } from '../terminal/paint.ts'
import type { ValidationReport, ReportedDocument } from './report.ts'
import type { OpenSource } from './sources.ts'
import { summaryText } from './summary-text.ts'
import { counted, countsOf, wrap } from '../terminal/words.ts'

export interface TextOptions {
  readonly color: boolean
  /** Columns of the screen, where there is one. */
  readonly columns?: number
  readonly quiet: boolean
  /** The arguments, for the message that nothing was found there. */
  readonly paths: readonly string[]
}

export function textReport(report: ValidationReport, openSource: OpenSource, options: TextOptions): string {
  const paint = paintWith(options.color)
  const style = { paint, width: Math.min(Math.max(options.columns ?? 100, 40), 120) }
  const notes = report.notes.flatMap((note) => noteText(note, style))
  if (report.documents.length === 0)
    return options.quiet ? '' : lines([...notes, ...nothingFound(options.paths, paint)])
  const shown = report.documents.filter(
    (document) => document.shown.length > 0 || (!options.quiet && !report.page && report.summary.known === undefined),
  )
  const blocks = shown.flatMap((document, i) =>
    documentText(document, openSource, style, i > 0 && (shown[i - 1]?.shown.length ?? 0) === 0),
  )
  if (options.quiet && blocks.length === 0) return ''
  return lines([
    ...blocks,
    ...notes,
    ...(blocks.at(-1) === '' && notes.length === 0 ? [] : ['']),
    ...summaryText(report, style),
  ])
}

function noteText({ where, message, help = '' }: Diagnostic, { paint, width }: TextStyle): readonly string[] {
  return wrap(`· ${visible(where.file)}  ${visible(message)} ${visible(help)}`.trimEnd(), width - 2).map((line, i) =>
    paint.dim(i === 0 ? line : `  ${line}`),
  )
}

const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('')

/** A line for a document without findings; a block between blank lines for one with findings. */
function documentText(
  document: ReportedDocument,
  openSource: OpenSource,
  style: TextStyle,
  afterLine: boolean,
): readonly string[] {
  const { paint } = style
  const path = paint.bold(visible(document.path))
  const facts = [kindOf(document), ...verdictOf(document)].join(' · ')
  if (document.shown.length === 0) return [`${mark(document, paint)} ${path}  ${paint.dim(facts)}`]
  const gutter = String(
    document.shown.reduce((last, { where }) => Math.max(last, where.range?.start.line ?? 0), 0),
  ).length
  const findingStyle = { ...style, gutter, hidden: hiddenLines(document.diagnostics) }
  return [
    ...(afterLine ? [''] : []),
    `${mark(document, paint)} ${path}  ${paint.dim(facts)}`,
    '',
    ...document.shown.flatMap((diagnostic) => [
      ...findingText(diagnostic, openSource(document.path, diagnostic.where.file), findingStyle),
      '',
    ]),
  ]
}

function mark(document: ValidatedDocument, paint: Paint): string {
  if (!document.valid) return paint.red('✗')
  return document.diagnostics.some(({ severity }) => severity === 'warning') ? paint.yellow('!') : paint.green('✓')
}

const formatNames: Readonly<Partial<Record<ValidatedDocument['format'], string>>> = {
  llms: 'llms.txt',
  'well-known': 'kcp.json',
}

function kindOf({ format, schema, units, relationships, level }: ValidatedDocument): string {
  const parts = [
    schema ?? '',
    units === undefined ? '' : counted(units, 'unit'),
    relationships ? counted(relationships, 'relationship') : '',
    level === undefined ? '' : `level ${level} of 3`,
  ]
  return [formatNames[format] ?? format, ...parts.filter((part) => part !== '')].join(' · ')
}

function verdictOf(document: ValidatedDocument): readonly string[] {
  const found = { error: 0, warning: 0, info: 0 }
  for (const { severity } of document.diagnostics) found[severity] += 1
  const counts = countsOf({ errors: found.error, warnings: found.warning, infos: found.info })
  return [document.parsed ? '' : 'cannot be used', counts === '' && document.valid ? 'no findings' : counts].filter(
    (part) => part !== '',
  )
}

function nothingFound(paths: readonly string[], paint: Paint): readonly string[] {
  const places = paths.map((path) => (path === '.' ? 'here' : `in ${visible(path)}`)).join(', ')
  return [
    `No knowledge ${places}: looked for KNOWLEDGE.md with frontmatter, and for knowledge.yaml.`,
    `To start a manifest: ${paint.bold('lorefence init')}, to start a pack: ${paint.bold('lorefence init --pack')}`,
  ]
}
