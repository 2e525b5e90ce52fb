import { pointer } from '../../../../parse/yaml/tree.ts'
import type { ManifestRule } from '../../../rule.ts'

const fields = [
  { name: 'max_age_days', key: 'maxAgeDays' },
  { name: 'on_stale', key: 'onStale' },
  { name: 'review_contact', key: 'reviewContact' },
] as const

/** KCP §3.7: a unit policy replaces the whole policy; authors may expect a merge. */
export const freshnessPartial: ManifestRule = {
  codes: ['KCP608'],
  needs: 'head',
  check({ manifest }, report) {
    const root = manifest.freshnessPolicy
    // `warn` is the default, so losing it changes nothing.
    const offered = fields.filter(({ key }) => root?.[key] !== undefined && root[key] !== 'warn')
    if (offered.length === 0) return
    for (const { id, index, freshnessPolicy } of manifest.units) {
      const lost = freshnessPolicy ? offered.filter(({ key }) => freshnessPolicy[key] === undefined) : []
      if (lost.length === 0) continue
      const names = lost.map(({ name }) => `"${name}"`).join(' and ')
      report({
        code: 'KCP608',
        message: `The freshness policy of the unit "${id}" drops ${names} of the manifest.`,
        pointer: pointer('units', index, 'freshness_policy'),
        related: { message: 'The policy of the manifest is declared here.', pointer: '/freshness_policy' },
      })
    }
  },
}
