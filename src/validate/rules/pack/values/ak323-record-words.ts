import { citationTargetKinds, coverageStatuses, evidenceStatuses } from '../../../../model/tables/vocabulary.ts'
import { looseField } from '../../../../parse/records/loose-records.ts'
import { evidenceStatusOf } from '../../../../parse/records/record-status.ts'
import { showValue } from '../../../../text/messages/show-value.ts'
import { recordRule, unlistedWord } from '../../../pack-facts/record-rule.ts'

export const coverageStatusUnknown = recordRule({
  code: 'AK323',
  files: /^ontology\/[^/]+$/,
  kind: 'coverage',
  problem({ id, label, fields, pointer }) {
    const status = looseField(fields, 'status', 'coverageStatus', 'state')
    return unlistedWord(
      status,
      coverageStatuses,
      () => `The coverage row ${showValue(id ?? label ?? pointer)} has the status ${showValue(status)}.`,
    )
  },
})

export const targetKindUnknown = recordRule({
  code: 'AK324',
  files: /^answers\//,
  kind: 'citation-target',
  problem({ id, fields, pointer }) {
    const kind = looseField(fields, 'targetKind')
    return unlistedWord(
      kind,
      citationTargetKinds,
      () => `The citation target ${showValue(id ?? pointer)} has the kind ${showValue(kind)}.`,
    )
  },
})

/** Read as "needs-verification", so that the record is withheld (AK-267). */
export const evidenceStatusUnknown = recordRule({
  code: 'AK329',
  files: /^(?:ontology|answers)\/[^/]+$/,
  problem(record) {
    const status = evidenceStatusOf(record)
    const name = record.id ?? record.label ?? record.pointer
    return unlistedWord(
      status,
      evidenceStatuses,
      () => `The record ${showValue(name)} has the evidence status ${showValue(status)}.`,
    )
  },
})
