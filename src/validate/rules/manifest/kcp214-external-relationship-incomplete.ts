import { reportIncompleteEntries } from '../../manifest-facts/incomplete-entries.ts'
import type { ManifestRule } from '../../rule.ts'

const required = { code: 'KCP214', noun: 'external relationship', fields: ['from_unit', 'to_unit', 'type'] } as const

export const externalRelationshipIncomplete: ManifestRule = {
  codes: ['KCP214'],
  needs: 'head',
  check({ raw }, report) {
    reportIncompleteEntries(raw['external_relationships'], ['external_relationships'], required, report)
  },
}
