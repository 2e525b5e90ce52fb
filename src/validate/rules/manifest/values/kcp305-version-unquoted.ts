import type { ManifestRule } from '../../../rule.ts'

/** Other parsers read `0.10` as `0.1`; ours keeps the text as written. */
export const versionUnquoted: ManifestRule = {
  codes: ['KCP305'],
  needs: 'head',
  check({ raw, manifest }, report) {
    if (typeof raw['kcp_version'] !== 'number' || manifest.kcpVersion === undefined) return
    const quoted = JSON.stringify(manifest.kcpVersion)
    report({
      code: 'KCP305',
      message: `The "kcp_version" ${manifest.kcpVersion} is written as a number.`,
      pointer: '/kcp_version',
      replacement: { title: `Change to ${quoted}`, text: quoted },
    })
  },
}
