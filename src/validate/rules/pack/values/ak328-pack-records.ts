import type { Code } from '../../../../model/codes/codes.ts'
import type { Report } from '../../../../model/codes/diagnostic.ts'
import type { RecordKind } from '../../../../model/tables/run-fields.ts'
import { diagnose } from '../../../../parse/diagnose.ts'
import { readRecord } from '../../../../parse/records/record.ts'
import type { Folder } from '../../../folder.ts'
import { startOfFile } from '../../../pack-facts/text-files.ts'
import type { PackRule } from '../../../rule.ts'

const recordCodes = [
  'RUN101',
  'RUN102',
  'RUN104',
  'RUN105',
  'RUN106',
  'RUN201',
  'RUN301',
  'RUN302',
  'RUN303',
  'RUN304',
  'RUN305',
] as const satisfies readonly Code[]

/** Validates runs, discovery suites and the source map (AK-018, AK-225). Reports are ignored (AK-228). */
export const invalidPackRecords: PackRule = {
  codes: [...recordCodes, 'AK328'],
  needs: 'files',
  check(_subject, report, folder) {
    for (const path of folder.files) {
      if (path === 'indexes/source-map.json') checkRecordFile(folder, path, report, 'source-map')
      else if (/^evals\/discovery[^/]*\.json$/.test(path)) checkRecordFile(folder, path, report, 'selection-eval')
      else if (/^runs\/[^/]+\.json$/.test(path)) checkRecordFile(folder, path, report)
    }
  },
}

function checkRecordFile(folder: Folder, path: string, report: Report, kind?: RecordKind): void {
  const read = folder.bytes(path)
  if (!read.ok) {
    report({
      code: read.trouble === 'too-large' ? 'RUN105' : 'RUN106',
      message: read.detail,
      file: path,
      range: startOfFile,
    })
    return
  }
  const found = readRecord(read.bytes, path)
  if (found.report) return
  const reading = kind === undefined || found.kind === kind ? found : readRecord(read.bytes, path, kind)
  const unknown = reading.findings.some(({ code }) => code === 'RUN103' || (code === 'RUN102' && kind === undefined))
  if (unknown) {
    if (!reportName.test(path))
      report({
        code: 'AK328',
        message: `The file "${path}" is not a record of a known kind.`,
        file: path,
        range: startOfFile,
      })
    return
  }
  for (const { code, message, where, help } of diagnose(reading.findings, reading.source)) {
    report({
      code,
      message,
      file: path,
      pointer: where.pointer,
      range: where.range ?? startOfFile,
      ...(help ? { help } : {}),
    })
  }
}

/** Reports by their usual names, of any shape. */
const reportName = /^runs\/(?:health|lint|ingest|review|eval|discovery-eval|usage)-/
