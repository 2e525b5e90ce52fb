import { evidenceStatuses } from '../../../model/vocabulary.ts'
import { readAnswers } from '../../../parse/records/answers.ts'
import { readOntology } from '../../../parse/records/ontology.ts'
import { evidenceStatusOf } from '../../../parse/records/record-status.ts'
import { showValue } from '../../../text/messages/show-value.ts'
import { didYouMean } from '../../../text/messages/suggest.ts'
import { jsonFiles, reportInJson } from '../../pack-facts/json-file.ts'
import type { PackRule } from '../../rule.ts'

/** Read as "needs-verification", so that the record is withheld (AK-267). */
export const evidenceStatusUnknown: PackRule = {
  codes: ['AK329'],
  needs: 'files',
  check(_subject, report, folder) {
    for (const file of jsonFiles(folder, (path) => /^(?:ontology|answers)\/[^/]+$/.test(path))) {
      const read = file.path.startsWith('answers/') ? readAnswers : readOntology
      const findings = read(file.tree?.value, file.path).flatMap((record) => {
        const status = evidenceStatusOf(record)
        if (status === undefined || isKnown(status)) return []
        const help = didYouMean(status, evidenceStatuses)
        const message = `The record ${showValue(record.id ?? record.label ?? record.pointer)} has the evidence status ${showValue(status)}.`
        return [{ code: 'AK329' as const, message, pointer: record.pointer, ...(help ? { help } : {}) }]
      })
      reportInJson(file, findings, report)
    }
  },
}

const isKnown = (status: string): boolean => evidenceStatuses.some((known) => known === status)
