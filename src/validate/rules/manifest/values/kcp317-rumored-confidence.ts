import type { ManifestRule } from '../../../rule.ts'
import { confidencePointer, declaredVerifications } from '../../../manifest-facts/verifications.ts'

/** KCP §4.18 has MUST, §7 has warn. Without a declared confidence it is 1.0. */
export const rumoredConfidence: ManifestRule = {
  codes: ['KCP317'],
  needs: 'head',
  check({ manifest }, report) {
    for (const declared of declaredVerifications(manifest)) {
      const { status, confidence } = declared.verification
      if (status.value !== 'rumored' || confidence.value < 0.5) continue
      const problem =
        confidence.origin === 'default'
          ? 'declares no confidence, which counts as 1.0'
          : `declares a confidence of ${confidence.value}`
      report({
        code: 'KCP317',
        message: `${declared.subject} is rumored but ${problem}.`,
        pointer: confidencePointer(declared),
      })
    }
  },
}
