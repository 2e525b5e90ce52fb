import { fieldPointer, isAbsent, mappingsIn } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

export const manifestUndescribed: ManifestRule = {
  codes: ['KCP707'],
  needs: 'head',
  check({ raw }, report) {
    for (const entry of mappingsIn(raw['manifests'], ['manifests'])) {
      const lacking = ['label', 'relationship'].filter((field) => isAbsent(entry.fields[field]))
      if (lacking.length === 0) continue
      report({
        code: 'KCP707',
        message: `The federated manifest has no ${lacking.map((field) => `"${field}"`).join(' and no ')}.`,
        pointer: fieldPointer(entry, 'id'),
      })
    }
  },
}
