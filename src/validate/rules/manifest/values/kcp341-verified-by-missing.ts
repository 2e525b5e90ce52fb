import { kcpVersions } from '../../../../model/vocabulary.ts'
import type { ManifestRule } from '../../../rule.ts'
import { declaredVerifications, verificationPointer } from '../../../manifest-facts/verifications.ts'

const olderVersions = new Set(kcpVersions.slice(0, kcpVersions.indexOf('0.19')))

/** KCP §4.18, which has the field since 0.19; only where the status is written, since every unit without one counts as verified. */
export const verifiedByMissing: ManifestRule = {
  codes: ['KCP341'],
  needs: 'head',
  check({ manifest }, report) {
    if (olderVersions.has(manifest.kcpVersion ?? '')) return
    for (const declared of declaredVerifications(manifest)) {
      const { status, verifiedBy } = declared.verification
      if (status.value !== 'verified' || status.origin === 'default' || verifiedBy) continue
      report({
        code: 'KCP341',
        message: `${declared.subject} is verified but names nobody under "verified_by".`,
        pointer: verificationPointer(declared, [['verification_status', status.origin]]),
      })
    }
  },
}
