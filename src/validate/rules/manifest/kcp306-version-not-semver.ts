import { isSemver } from '../../../text/notations/semver.ts'
import type { ManifestRule } from '../../rule.ts'

export const versionNotSemver: ManifestRule = {
  codes: ['KCP306'],
  needs: 'head',
  check({ manifest }, report) {
    const { version } = manifest
    if (version === undefined || isSemver(version)) return
    const suggestion = [version.replace(/^v/i, ''), `${version}.0`, `${version}.0.0`].find(isSemver)
    report({
      code: 'KCP306',
      message: `The version "${version.slice(0, 60)}" is not a semantic version.`,
      pointer: '/version',
      ...(suggestion === undefined ? {} : { help: `Write "${suggestion}".` }),
    })
  },
}
