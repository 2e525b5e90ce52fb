import { declaredUnits } from '../../manifest-facts/declared.ts'
import { reportIncompleteEntries } from '../../manifest-facts/incomplete-entries.ts'
import type { ManifestRule } from '../../rule.ts'

const required = { code: 'KCP213', noun: 'external dependency', fields: ['manifest', 'unit'] } as const

export const externalDependencyIncomplete: ManifestRule = {
  codes: ['KCP213'],
  needs: 'head',
  check({ raw }, report) {
    for (const { fields, path } of declaredUnits(raw)) {
      const list = fields['external_depends_on']
      if (list !== undefined) reportIncompleteEntries(list, [...path, 'external_depends_on'], required, report)
    }
  },
}
