import { canonicalRestriction } from '../../../../parse/respelled.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import { declaredBlocks } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

/** KCP §3.5: another spelling binds like the one of the specification, and is reported. */
export const restrictionSpelling: ManifestRule = {
  codes: ['KCP323'],
  needs: 'head',
  check({ raw }, report) {
    for (const { fields, path } of declaredBlocks(raw, 'compliance')) {
      const { restrictions } = fields
      const listed = Array.isArray(restrictions)
      for (const [position, word] of (listed ? restrictions : [restrictions]).entries()) {
        const canonical = typeof word === 'string' ? canonicalRestriction(word) : undefined
        if (canonical === undefined || canonical === word) continue
        report({
          code: 'KCP323',
          message: `The restriction "${word}" is an old spelling of "${canonical}".`,
          pointer: listed ? pointer(...path, 'restrictions', position) : pointer(...path, 'restrictions'),
          replacement: { title: `Change to "${canonical}"`, text: canonical },
        })
      }
    }
  },
}
