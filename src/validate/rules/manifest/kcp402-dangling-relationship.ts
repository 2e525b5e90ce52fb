import { danglingReporter } from '../../manifest-facts/dangling.ts'
import { mappingsIn, nonBlank } from '../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../rule.ts'

export const danglingRelationship: ManifestRule = {
  codes: ['KCP402'],
  needs: 'head',
  check({ raw, units }, report) {
    const check = danglingReporter('KCP402', units, report)
    for (const { fields, path } of mappingsIn(raw['relationships'], ['relationships'])) {
      check({ id: nonBlank(fields['from']), path: [...path, 'from'], subject: () => 'The relationship starts at' })
      check({ id: nonBlank(fields['to']), path: [...path, 'to'], subject: () => 'The relationship points to' })
    }
  },
}
