import { isObject } from '../../../../parse/read-fields.ts'
import { hasEntries, looseField, looseText } from '../../../../parse/records/loose-records.ts'
import { foldKey } from '../../../../text/compare.ts'
import { showValue } from '../../../../text/messages/show-value.ts'
import { recordRule } from '../../../pack-facts/record-rule.ts'

/** A target without a source or an excerpt is a fake source (AK-292). An address alone is not enough. */
export const citationTargetUnsupported = recordRule({
  code: 'AK606',
  files: /^answers\//,
  kind: 'citation-target',
  problem({ id, fields, pointer }) {
    const isSupported =
      hasEntries(looseField(fields, 'sourceRef', 'sourceRefs', 'source', 'sources')) ||
      looseText(fields, 'excerpt', 'quote') !== undefined
    if (isSupported) return undefined
    return { message: `The citation target ${showValue(id ?? pointer)} has neither a source nor an excerpt.` }
  },
})

/** The record declares that structured data and page differ (AK-293); pages are not compared. */
export const structuredDataMismatch = recordRule({
  code: 'AK607',
  files: /^answers\//,
  kind: 'structured-data',
  problem({ id, fields, pointer }) {
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
    if (!isMismatch(declared)) return undefined
    return {
      message: `The structured data ${showValue(id ?? pointer)} is marked as differing from the visible content.`,
    }
  },
})

const mismatches = new Set('mismatch mismatched inconsistent differs different conflict failed false no'.split(' '))

const isMismatch = (declared: unknown): boolean =>
  declared === false || (typeof declared === 'string' && mismatches.has(foldKey(declared)))
