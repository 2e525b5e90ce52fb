import { reportIncompleteEntries } from '../../manifest-facts/incomplete-entries.ts'
import type { ManifestRule } from '../../rule.ts'

const required = { code: 'KCP215', noun: 'relationship', fields: ['from', 'to', 'type'] } as const

export const relationshipIncomplete: ManifestRule = {
  codes: ['KCP215'],
  needs: 'head',
  check({ raw }, report) {
    reportIncompleteEntries(raw['relationships'], ['relationships'], required, report)
  },
}
