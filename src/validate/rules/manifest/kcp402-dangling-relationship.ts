import { danglingReporter } from '../../manifest-facts/dangling.ts'
import { mappingsIn, sayingText } from '../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../rule.ts'

export const danglingRelationship: ManifestRule = {
  codes: ['KCP402'],
  needs: 'head',
  check({ raw, units }, report) {
    const check = danglingReporter('KCP402', units, report)
    for (const { fields, path } of mappingsIn(raw['relationships'], ['relationships'])) {
      check({ id: sayingText(fields['from']), path: [...path, 'from'], says: () => 'The relationship starts at' })
      check({ id: sayingText(fields['to']), path: [...path, 'to'], says: () => 'The relationship points to' })
    }
  },
}
