import { type CodeEntry } from '../model/codes/entry.ts'
import { codeEntries } from '../model/codes.ts'
import type { Diagnostic, Finding, Fix, Place, Severity } from '../model/diagnostic.ts'
import { maskSecrets } from '../text/secrets.ts'
import { Placer, type Source } from './placer.ts'

export type { Source } from './placer.ts'

export interface DiagnoseOptions {
  readonly strict?: boolean
  /** Also what the specification asks to be silent about. */
  readonly lint?: boolean
}

/** Gives findings their place, severity, help and order. */
export function diagnose(findings: readonly Finding[], source: Source, options: DiagnoseOptions = {}): readonly Diagnostic[] {
  const shown = findings.filter((finding) => options.lint || !codeEntries[finding.code].lint)
  if (shown.length === 0) return []
  const placer = new Placer(source, shown)
  return sortDiagnostics(shown.map((finding) => toDiagnostic(finding, placer, options)))
}

function toDiagnostic(finding: Finding, placer: Placer, options: DiagnoseOptions): Diagnostic {
  const entry: CodeEntry = codeEntries[finding.code]
  const where = placer.place(finding)
  return {
    code: finding.code,
    name: entry.name,
    severity: severityOf(finding, entry, options),
    message: maskSecrets(finding.message),
    where,
    help: finding.help === undefined ? entry.help : maskSecrets(finding.help),
    ...(entry.spec ? { spec: entry.spec } : {}),
    ...(finding.related ? { related: [{ message: maskSecrets(finding.related.message), where: placer.place(finding.related) }] } : {}),
    ...fixOf(finding, where, placer),
  }
}

function fixOf(finding: Finding, { range }: Place, placer: Placer): { readonly fix?: Fix } {
  const text = finding.replacement && range ? placer.fittingText(finding, range, finding.replacement.text) : undefined
  return finding.replacement && range && text !== undefined ? { fix: { title: finding.replacement.title, edits: [{ range, text }] } } : {}
}

function severityOf(finding: Finding, entry: CodeEntry, options: DiagnoseOptions): Severity {
  if (options.strict && entry.strict) return 'error'
  return finding.severity ?? entry.severity
}

/** By file, place, then code: the same input always gives the same order. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      compare(a.where.file, b.where.file) ||
      (a.where.range?.start.line ?? 0) - (b.where.range?.start.line ?? 0) ||
      (a.where.range?.start.column ?? 0) - (b.where.range?.start.column ?? 0) ||
      compare(a.code, b.code) ||
      compare(a.where.pointer, b.where.pointer) ||
      compare(a.message, b.message) ||
      compare(JSON.stringify(a), JSON.stringify(b)),
  )
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
