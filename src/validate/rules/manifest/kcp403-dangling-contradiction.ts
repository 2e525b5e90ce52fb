import { danglingReporter } from '../../manifest-facts/dangling.ts'
import { declaredBlocks } from '../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../rule.ts'

export const danglingContradiction: ManifestRule = {
  codes: ['KCP403'],
  needs: 'head',
  check({ raw, units }, report) {
    const check = danglingReporter('KCP403', units, report)
    for (const { fields, path } of declaredBlocks(raw, 'discovery')) {
      check({
        id: fields['contradicted_by'],
        path: [...path, 'contradicted_by'],
        subject: () => 'The field "contradicted_by" names',
      })
    }
  },
}
