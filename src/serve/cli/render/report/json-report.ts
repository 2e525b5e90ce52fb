import type { Diagnostic } from '../../../../model/codes/diagnostic.ts'
import { jsonText } from '../terminal/json.ts'
import type { ReportedDocument, ValidationReport } from './report.ts'

/** What `--fix` did or, with `--dry-run`, would do to one file. */
export interface ReportedFix {
  readonly path: string
  readonly applied: number
  readonly skipped: number
  /** `false` for a dry run and for fixes that would add errors. */
  readonly written: boolean
  readonly reason?: string
  readonly diff?: string
}

/** The `validation` object. Its keys are an interface: they are only ever added to. */
export function jsonReport(report: ValidationReport, fixes: readonly ReportedFix[] | undefined): string {
  const [only] = report.documents
  return jsonText({
    schemaVersion: 1,
    kind: 'validation',
    ok: report.ok,
    status: report.ok ? 'ok' : 'failed',
    command: 'validate',
    pack: only && report.documents.length === 1 ? only.path : null,
    documents: report.documents.map(documentJson),
    notes: report.notes,
    summary: { documents: report.documents.length, ...report.summary },
    ...(report.closed.length > 0 ? { closed: report.closed } : {}),
    ...(report.page ? { page: report.page } : {}),
    findings: report.documents.flatMap((document) => document.shown.map(findingJson)),
    ...(fixes ? { fixes } : {}),
  })
}

function documentJson(document: ReportedDocument): object {
  const { path, format, parsed, valid, level, missingForNext, units, relationships, sourceCoverage, schema, shown } =
    document
  return {
    path,
    format,
    parsed,
    valid,
    level,
    missingForNext,
    units,
    relationships,
    sourceCoverage,
    schema,
    diagnostics: shown.map(diagnosticJson),
  }
}

function diagnosticJson({ code, name, severity, message, where, help, spec, related, fix }: Diagnostic): object {
  return { code, name, severity, message, where, help, spec, related, fix }
}

/** The short form that scripts of the reference tool read (AK-333). */
function findingJson({ severity, where, message, code }: Diagnostic): object {
  return { severity, path: where.file, message, code, line: where.range?.start.line }
}
