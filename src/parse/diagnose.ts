import { type CodeRow } from '../model/codes/code-table.ts'
import { codeRows, type Code } from '../model/codes/codes.ts'
import type { Diagnostic, Finding, Fix, Place, Severity } from '../model/codes/diagnostic.ts'
import { limits } from '../model/limits.ts'
import { maskSecrets } from '../text/detect/secrets.ts'
import { Placer, type SourceDocument } from './placer.ts'
import { compareText } from '../text/compare.ts'

export type { SourceDocument } from './placer.ts'

export interface DiagnoseOptions {
  readonly strict?: boolean
  /** Also report what the specification ignores silently. */
  readonly lint?: boolean
}

/** Adds position, severity and help to findings, and sorts them. */
export function diagnose(
  findings: readonly Finding[],
  source: SourceDocument,
  options: DiagnoseOptions = {},
): readonly Diagnostic[] {
  const shown = withinLimit(
    findings.filter((finding) => options.lint || !codeRows[finding.code].lint),
    options,
  )
  if (shown.length === 0) return []
  const placer = new Placer(source, shown)
  return sortDiagnostics(shown.map((finding) => toDiagnostic(finding, placer, options)))
}

/** Keeps the most severe findings where there are too many, and adds one that states so. */
function withinLimit(findings: readonly Finding[], options: DiagnoseOptions): readonly Finding[] {
  const [first] = findings
  if (first === undefined || findings.length <= limits.findings) return findings
  const bySeverity: Record<Severity, Finding[]> = { error: [], warning: [], info: [] }
  for (const finding of findings) bySeverity[severityOf(finding, codeRows[finding.code], options)].push(finding)
  const kept = [...bySeverity.error, ...bySeverity.warning, ...bySeverity.info].slice(0, limits.findings)
  const message = `The document has more than ${limits.findings} findings; the least severe are not listed.`
  return [...kept, { code: limitCodeOf(first.code), message, severity: 'info', span: { start: 0, end: 0 } }]
}

function limitCodeOf(code: Code): Code {
  if (code.startsWith('AK')) return 'AK106'
  return code.startsWith('KCP') ? 'KCP106' : 'RUN105'
}

type Replacement = NonNullable<Finding['replacement']>

function toDiagnostic(finding: Finding, placer: Placer, options: DiagnoseOptions): Diagnostic {
  const entry: CodeRow = codeRows[finding.code]
  const where = placer.place(finding)
  return {
    code: finding.code,
    name: entry.name,
    severity: severityOf(finding, entry, options),
    message: maskSecrets(finding.message),
    where,
    help: finding.help === undefined ? entry.help : maskSecrets(finding.help),
    ...(entry.spec ? { spec: entry.spec } : {}),
    ...(finding.related
      ? { related: [{ message: maskSecrets(finding.related.message), where: placer.place(finding.related) }] }
      : {}),
    ...(finding.replacement ? fixOf(finding, finding.replacement, where, placer) : {}),
  }
}

function fixOf(finding: Finding, replacement: Replacement, { range }: Place, placer: Placer): { readonly fix?: Fix } {
  const text = range && placer.fittingText(finding, range, replacement.text)
  return range && text !== undefined ? { fix: { title: replacement.title, edits: [{ range, text }] } } : {}
}

function severityOf(finding: Finding, entry: CodeRow, options: DiagnoseOptions): Severity {
  if (options.strict && entry.strict) return 'error'
  return finding.severity ?? entry.severity
}

/** By file, position, then code, so that the same input always has the same order. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      compareText(a.where.file, b.where.file) ||
      (a.where.range?.start.line ?? 0) - (b.where.range?.start.line ?? 0) ||
      (a.where.range?.start.column ?? 0) - (b.where.range?.start.column ?? 0) ||
      compareText(a.code, b.code) ||
      compareText(a.where.pointer, b.where.pointer) ||
      compareText(a.message, b.message) ||
      compareText(JSON.stringify(a), JSON.stringify(b)),
  )
}
