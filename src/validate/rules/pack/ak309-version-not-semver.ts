import { isSemver } from '../../../text/notations/semver.ts'
import { showValue } from '../../../text/messages/show-value.ts'
import type { PackRule } from '../../rule.ts'

/** The version is kept as written: `1.0` stays "1.0" (AK-040). */
export const packVersionNotSemver: PackRule = {
  codes: ['AK309'],
  needs: 'head',
  check({ head }, report) {
    const { version } = head
    if (version === undefined || isSemver(version)) return
    report({
      code: 'AK309',
      message: `The version ${showValue(version)} is not a semantic version.`,
      pointer: '/version',
    })
  },
}
