import { declaredUnits, fieldPointer, isAbsent, unitName } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

/** KCP §7 rejects, §8 defines a default; a warning satisfies both. */
export const unitScopeMissing: ManifestRule = {
  codes: ['KCP206'],
  needs: 'head',
  check({ raw }, report) {
    for (const unit of declaredUnits(raw)) {
      if (!isAbsent(unit.fields['scope'])) continue
      report({
        code: 'KCP206',
        message: `The ${unitName(unit)} has no "scope" and counts as global.`,
        pointer: fieldPointer(unit, 'scope'),
      })
    }
  },
}
