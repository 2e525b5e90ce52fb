import { declaredUnits, fieldPointer, isAbsent, unitName } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

/** KCP §7 rejects, §8 defines an empty list as the default; a warning satisfies both. */
export const unitAudienceMissing: ManifestRule = {
  codes: ['KCP207'],
  needs: 'head',
  check({ raw }, report) {
    for (const unit of declaredUnits(raw)) {
      const audience = unit.fields['audience']
      const empty = Array.isArray(audience) && audience.length === 0
      if (!empty && !isAbsent(audience)) continue
      report({
        code: 'KCP207',
        message: empty ? `The "audience" of ${unitName(unit)} is empty.` : `The ${unitName(unit)} has no "audience".`,
        pointer: fieldPointer(unit, 'audience'),
      })
    }
  },
}
