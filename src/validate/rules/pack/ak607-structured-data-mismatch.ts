import { foldKey } from '../../../text/compare.ts'
import { looseField } from '../../../parse/records/loose-records.ts'
import { isObject } from '../../../parse/read-fields.ts'
import { showValue } from '../../../text/messages/show-value.ts'
import { answerRecords } from '../../pack-facts/answer-records.ts'
import { reportInJson } from '../../pack-facts/json-file.ts'
import type { PackRule } from '../../rule.ts'

/** The record declares that structured data and page differ (AK-293); pages are not compared. */
export const structuredDataMismatch: PackRule = {
  codes: ['AK607'],
  needs: 'files',
  check(_subject, report, folder) {
    for (const { file, records } of answerRecords(folder, 'structured-data')) {
      const findings = records.flatMap(({ id, fields, pointer }) => {
        const consistency = looseField(
          fields,
          'consistency',
          'consistencyStatus',
          'contentConsistency',
          'matchesVisibleContent',
          'visibleContentMatch',
        )
        const declared = isObject(consistency)
          ? looseField(consistency, 'status', 'state', 'result', 'matches')
          : consistency
        if (!isMismatch(declared)) return []
        return [
          {
            code: 'AK607' as const,
            message: `The structured data ${showValue(id ?? pointer)} is marked as differing from the visible content.`,
            pointer,
          },
        ]
      })
      reportInJson(file, findings, report)
    }
  },
}

const mismatches = new Set([
  'mismatch',
  'mismatched',
  'inconsistent',
  'differs',
  'different',
  'conflict',
  'failed',
  'false',
  'no',
])

const isMismatch = (declared: unknown): boolean =>
  declared === false || (typeof declared === 'string' && mismatches.has(foldKey(declared)))
