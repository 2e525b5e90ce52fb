import { hasEntries, looseField, looseText } from '../../../parse/records/loose-records.ts'
import { showValue } from '../../../text/messages/show-value.ts'
import { answerRecords } from '../../pack-facts/answer-records.ts'
import { reportInJson } from '../../pack-facts/json-file.ts'
import type { PackRule } from '../../rule.ts'

/** A target without a source or an excerpt is a fake source (AK-292). An address alone is not enough. */
export const citationTargetUnsupported: PackRule = {
  codes: ['AK606'],
  needs: 'files',
  check(_subject, report, folder) {
    for (const { file, records } of answerRecords(folder, 'citation-target')) {
      const findings = records.flatMap(({ id, fields, pointer }) => {
        const isSupported =
          hasEntries(looseField(fields, 'sourceRef', 'sourceRefs', 'source', 'sources')) ||
          looseText(fields, 'excerpt', 'quote') !== undefined
        if (isSupported) return []
        return [
          {
            code: 'AK606' as const,
            message: `The citation target ${showValue(id ?? pointer)} has neither a source nor an excerpt.`,
            pointer,
          },
        ]
      })
      reportInJson(file, findings, report)
    }
  },
}
