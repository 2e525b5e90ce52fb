import type { Finding } from '../model/codes/diagnostic.ts'
import type { RecordKind } from '../model/tables/run-fields.ts'
import type { SourceText } from '../parse/decode.ts'
import { diagnose, type DiagnoseOptions } from '../parse/diagnose.ts'
import { readRecord } from '../parse/records/record.ts'
import type { Validation } from './validate.ts'

export interface ValidateRecordOptions extends DiagnoseOptions {
  readonly file?: string
  /** Validate by this kind, independent of the content. */
  readonly kind?: RecordKind
  /** Unknown fields are warnings instead of errors. */
  readonly lenient?: boolean
}

/** Validates one record. A known report is named and not validated. */
export function validateRecord(source: SourceText, options: ValidateRecordOptions = {}): Validation {
  const reading = readRecord(source, options.file ?? 'record.json', options.kind)
  const findings = reading.report
    ? [
        {
          code: 'RUN107' as const,
          message: `The file is ${article(reading.report)}, not one of the four kinds of record.`,
          pointer: '',
        },
      ]
    : reading.findings.map((finding) => (options.lenient ? leniently(finding) : finding))
  const diagnostics = diagnose(findings, reading.source, options)
  return {
    format: 'record',
    parsed: reading.kind !== undefined || reading.report !== undefined,
    valid: diagnostics.every((diagnostic) => diagnostic.severity !== 'error'),
    ...(reading.kind ? { schema: reading.kind } : {}),
    diagnostics,
  }
}

const leniently = (finding: Finding): Finding =>
  finding.code === 'RUN303' ? { ...finding, severity: 'warning' } : finding

const article = (noun: string): string => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`
