import { isAbsent } from '../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../rule.ts'

export const versionMissing: ManifestRule = {
  codes: ['KCP209'],
  needs: 'head',
  check({ raw }, report) {
    if (!isAbsent(raw['version'])) return
    report({
      code: 'KCP209',
      message: 'The field "version" is missing.',
      pointer: Object.hasOwn(raw, 'version') ? '/version' : '',
    })
  },
}
