import type { Finding } from '../../../../model/codes/diagnostic.ts'
import { readClaimRecords } from '../../../../parse/records/claim-records.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import { showValue } from '../../../../text/messages/show-value.ts'
import { reportInJson } from '../../../pack-facts/json-file.ts'
import { sourceMapOf } from '../../../pack-facts/pack-source-map.ts'
import type { PackRule } from '../../../rule.ts'
import { isMarkdown, reportInText, textFiles } from '../../../pack-facts/text-files.ts'

const doubtful = new Set(['stale', 'disputed', 'missing', 'source-required'])

/** Claims of the source map, and claim records in the text of the fact layers. */
export const staleClaim: PackRule = {
  codes: ['AK608'],
  needs: 'files',
  check(_subject, report, folder) {
    const map = sourceMapOf(folder)
    const findings = (map?.claims ?? []).flatMap(({ claimId, status, index }): Finding[] =>
      status !== undefined && doubtful.has(status)
        ? [
            {
              code: 'AK608',
              message: `The claim ${showValue(claimId ?? String(index))} is marked "${status}".`,
              pointer: pointer('claims', index, 'status'),
            },
          ]
        : [],
    )
    if (map) reportInJson(map.file, findings, report)
    for (const path of textFiles(folder)) {
      if (!isMarkdown(path) || !/^(?:compiled|documents|wiki)\//.test(path)) continue
      const text = folder.content(path) ?? ''
      const records = readClaimRecords(text).flatMap(({ status, statusSpan }) =>
        status !== undefined && statusSpan !== undefined && doubtful.has(status)
          ? [{ code: 'AK608' as const, span: statusSpan, message: `A claim is marked "${status}".` }]
          : [],
      )
      reportInText(text, path, records, report)
    }
  },
}
