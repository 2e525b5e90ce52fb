import { reportIncompleteEntries } from '../../manifest-facts/incomplete-entries.ts'
import type { ManifestRule } from '../../rule.ts'

const required = { code: 'KCP216', noun: 'federated manifest', fields: ['id', 'url'] } as const

export const manifestEntryIncomplete: ManifestRule = {
  codes: ['KCP216'],
  needs: 'head',
  check({ raw }, report) {
    reportIncompleteEntries(raw['manifests'], ['manifests'], required, report)
  },
}
