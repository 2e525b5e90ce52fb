import { coverageStatuses } from '../../../model/vocabulary.ts'
import { looseField } from '../../../parse/records/loose-records.ts'
import { readOntology } from '../../../parse/records/ontology.ts'
import { showValue } from '../../../text/messages/show-value.ts'
import { didYouMean } from '../../../text/messages/suggest.ts'
import { jsonFiles, reportInJson } from '../../pack-facts/json-file.ts'
import type { PackRule } from '../../rule.ts'

export const coverageStatusUnknown: PackRule = {
  codes: ['AK323'],
  needs: 'files',
  check(_subject, report, folder) {
    for (const file of jsonFiles(folder, (path) => /^ontology\/[^/]+$/.test(path))) {
      const rows = readOntology(file.tree?.value, file.path).filter(({ kind }) => kind === 'coverage')
      const findings = rows.flatMap(({ id, label, fields, pointer }) => {
        const status = looseField(fields, 'status', 'coverageStatus', 'state')
        if (status === undefined || isKnown(status)) return []
        const help = typeof status === 'string' ? didYouMean(status, coverageStatuses) : undefined
        const message = `The coverage row ${showValue(id ?? label ?? pointer)} has the status ${showValue(status)}.`
        return [{ code: 'AK323' as const, message, pointer, ...(help ? { help } : {}) }]
      })
      reportInJson(file, findings, report)
    }
  },
}

const isKnown = (status: unknown): boolean => coverageStatuses.some((known) => known === status)
