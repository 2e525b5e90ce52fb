import type { ClosedManifest } from '../../../../app/index.ts'
import { visible } from '../terminal/cells.ts'
import type { TextStyle } from './finding-text.ts'
import type { ValidationReport, ReportedDocument } from './report.ts'
import { counted, countsOf, wrap } from '../terminal/words.ts'

/** The counts, what is missing for the next level, and the next command. */
export function summaryText(report: ValidationReport, { paint, width }: TextStyle): readonly string[] {
  const { summary, documents } = report
  return [
    `${report.ok ? paint.green('✓') : paint.red('✗')} ${paint.bold(countsText(report))}${missingText(report)}${strictText(report)}`,
    ...report.closed.flatMap((manifest) => closedText(manifest, width)).map(paint.yellow),
    ...pageText(report).map((text) => `  ${text}`),
    ...levelTexts(documents, width).map(paint.dim),
    ...(summary.fixable > 0
      ? [
          `  ${counted(summary.fixable, 'finding')} can be fixed with ${paint.bold('--fix')}; preview with ${paint.bold('--fix --dry-run')}`,
        ]
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
