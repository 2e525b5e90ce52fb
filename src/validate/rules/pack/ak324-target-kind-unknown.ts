import { citationTargetKinds } from '../../../model/vocabulary.ts'
import { looseField } from '../../../parse/records/loose-records.ts'
import { showValue } from '../../../text/messages/show-value.ts'
import { didYouMean } from '../../../text/messages/suggest.ts'
import { answerRecords } from '../../pack-facts/answer-records.ts'
import { reportInJson } from '../../pack-facts/json-file.ts'
import type { PackRule } from '../../rule.ts'

export const targetKindUnknown: PackRule = {
  codes: ['AK324'],
  needs: 'files',
  check(_subject, report, folder) {
    for (const { file, records } of answerRecords(folder, 'citation-target')) {
      const findings = records.flatMap(({ id, fields, pointer }) => {
        const kind = looseField(fields, 'targetKind')
        if (kind === undefined || citationTargetKinds.some((known) => known === kind)) return []
        const help = typeof kind === 'string' ? didYouMean(kind, citationTargetKinds) : undefined
        const message = `The citation target ${showValue(id ?? pointer)} has the kind ${showValue(kind)}.`
        return [{ code: 'AK324' as const, message, pointer, ...(help ? { help } : {}) }]
      })
      reportInJson(file, findings, report)
    }
  },
}
