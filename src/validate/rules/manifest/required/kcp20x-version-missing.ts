import { isAbsent } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

const versions = [
  { code: 'KCP208', field: 'kcp_version', effect: '; the manifest is read with every known field' },
  { code: 'KCP209', field: 'version', effect: '' },
] as const

export const versionMissing: ManifestRule = {
  codes: versions.map(({ code }) => code),
  needs: 'head',
  check({ raw }, report) {
    for (const { code, field, effect } of versions) {
      if (!isAbsent(raw[field])) continue
      report({
        code,
        message: `The field "${field}" is missing${effect}.`,
        pointer: Object.hasOwn(raw, field) ? `/${field}` : '',
      })
    }
  },
}
