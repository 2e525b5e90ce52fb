import { isAbsent } from '../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../rule.ts'

export const kcpVersionMissing: ManifestRule = {
  codes: ['KCP208'],
  needs: 'head',
  check({ raw }, report) {
    if (!isAbsent(raw['kcp_version'])) return
    report({
      code: 'KCP208',
      message: 'The field "kcp_version" is missing; the manifest is read with every known field.',
      pointer: Object.hasOwn(raw, 'kcp_version') ? '/kcp_version' : '',
    })
  },
}
