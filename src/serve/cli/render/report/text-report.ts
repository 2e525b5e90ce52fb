import type { ClosedManifest, ValidatedDocument } from '../../../../app/index.ts'
import type { Diagnostic } from '../../../../model/codes/diagnostic.ts'
import { visible } from '../terminal/cells.ts'
import { paintWith, type Paint } from '../terminal/paint.ts'
import { counted, countsOf, wrap } from '../terminal/words.ts'
import { findingText, hiddenLines, type TextStyle } from './finding-text.ts'
import type { ReportedDocument, ValidationReport } from './report.ts'
import type { OpenSource } from './sources.ts'

export interface TextOptions {
  readonly color: boolean
  /** Columns of the terminal, if there is one. */
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

/** The counts, what is missing for the next level, and the next command. */
function summaryText(report: ValidationReport, { paint, width }: TextStyle): readonly string[] {
  const { summary, documents } = report
  const mark = report.ok ? paint.green('✓') : paint.red('✗')
  const fixable = counted(summary.fixable, 'finding')
  return [
    `${mark} ${paint.bold(countsText(report))}${missingText(report)}${strictText(report)}`,
    ...report.closed.flatMap((manifest) => closedText(manifest, width)).map(paint.yellow),
    ...pageText(report).map((text) => `  ${text}`),
    ...levelTexts(documents, width).map(paint.dim),
    ...(summary.fixable > 0
      ? [`  ${fixable} can be fixed with ${paint.bold('--fix')}; preview with ${paint.bold('--fix --dry-run')}`]
      : []),
  ]
}

export function countsText({ documents, summary }: ValidationReport): string {
  const counts = countsOf(summary)
  const known = summary.known ? `; ${counted(summary.known, 'known finding')} not reported` : ''
  const fresh = summary.known === undefined ? '' : 'new '
  return `${counted(documents.length, 'document')}: ${counts === '' ? `no ${fresh}findings` : counts}${known}`
}

const missingNamed = 3

/** Files of units that do not exist: the units are listed, and reading one gives nothing. */
function missingText({ documents }: ValidationReport): string {
  const missing = documents
    .flatMap(({ diagnostics }) => diagnostics)
    .filter(({ code }) => code === 'KCP412')
    .flatMap(({ message }) => /"([^"]+)"/.exec(message)?.[1] ?? [])
  if (missing.length === 0) return ''
  const more = missing.length > missingNamed ? ` and ${missing.length - missingNamed} more` : ''
  return `; missing: ${missing.slice(0, missingNamed).map(visible).join(', ')}${more}`
}

const reasonsNamed = 3

function closedText({ path, units, reasons }: ClosedManifest, width: number): readonly string[] {
  const because = reasons
    .slice(0, reasonsNamed)
    .map(({ sentence, units: count }) => `${count} of ${units}: ${visible(sentence)}`)
  return [`No unit of ${visible(path)} can be read, even when it is granted:`, ...because].flatMap((text, at) =>
    wrap(text, width - 6).map((line, i) => `${at === 0 ? '  ' : '    '}${i === 0 ? '' : '  '}${line}`),
  )
}

function strictText({ ok, summary }: ValidationReport): string {
  return !ok && summary.errors === 0 ? ' (warnings fail with --strict)' : ''
}

function pageText({ page }: ValidationReport): readonly string[] {
  if (!page) return []
  if (page.shown === 0) return [`nothing shown: ${counted(page.total, 'finding')}, and --offset is ${page.offset}`]
  const next = page.offset + page.shown
  const more = next < page.total ? `; the next with --offset ${next}` : ''
  return [`shown: findings ${page.offset + 1}–${next} of ${page.total}${more}`]
}

const levelsNamed = 5

/** KCP §8 requires none of this, so only a few names are shown. */
function levelTexts(documents: readonly ReportedDocument[], width: number): readonly string[] {
  const below = documents.filter(({ missingForNext = [] }) => missingForNext.length > 0)
  const more =
    below.length > levelsNamed ? [`  and ${counted(below.length - levelsNamed, 'more manifest')} below level 3`] : []
  return [...below.slice(0, levelsNamed).flatMap((document) => levelText(document, width)), ...more]
}

function levelText({ path, level = 1, missingForNext = [] }: ReportedDocument, width: number): readonly string[] {
  const named = missingForNext.slice(0, 5).join(', ')
  const more = missingForNext.length > 5 ? ` and ${missingForNext.length - 5} more` : ''
  const text = `${visible(path)} is at level ${level} of 3; level ${level + 1} needs one of: ${named}${more}`
  return wrap(text, width - 4).map((line, i) => (i === 0 ? `  ${line}` : `    ${line}`))
}
