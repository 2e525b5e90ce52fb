import type { ManifestRule } from '../../../rule.ts'
import { confidencePointer, declaredVerifications } from '../../../manifest-facts/verifications.ts'

/** KCP §4.18; a unit without a status counts as verified. */
export const verifiedConfidence: ManifestRule = {
  codes: ['KCP318'],
  needs: 'head',
  check({ manifest }, report) {
    for (const declared of declaredVerifications(manifest)) {
      const { status, confidence } = declared.verification
      if (status.value !== 'verified' || confidence.value >= 0.8) continue
      const verb = status.origin === 'default' ? 'counts as' : 'is'
      report({
        code: 'KCP318',
        message: `${declared.subject} ${verb} verified but declares a confidence of ${confidence.value}.`,
        pointer: confidencePointer(declared),
      })
    }
  },
}
