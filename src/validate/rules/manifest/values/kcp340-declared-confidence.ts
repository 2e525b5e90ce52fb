import type { ManifestRule } from '../../../rule.ts'
import { confidencePointer, declaredVerifications } from '../../../manifest-facts/verifications.ts'

/** KCP §4.18: what a publisher only declares is surer than a rumour and less sure than what was observed. */
export const declaredConfidence: ManifestRule = {
  codes: ['KCP340'],
  needs: 'head',
  check({ manifest }, report) {
    for (const declared of declaredVerifications(manifest)) {
      const { status, confidence } = declared.verification
      if (status.value !== 'declared' || (confidence.value >= 0.5 && confidence.value < 0.8)) continue
      const problem =
        confidence.origin === 'default'
          ? 'declares no confidence, which counts as 1.0'
          : `has a confidence of ${confidence.value}`
      report({
        code: 'KCP340',
        message: `${declared.subject} has the status "declared" but ${problem}.`,
        pointer: confidencePointer(declared),
      })
    }
  },
}
