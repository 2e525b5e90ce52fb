import { danglingReporter } from '../../manifest-facts/dangling.ts'
import { nonBlank } from '../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../rule.ts'

export const danglingSummaryUnit: ManifestRule = {
  codes: ['KCP405'],
  needs: 'head',
  check({ manifest, units }, report) {
    const check = danglingReporter('KCP405', units, report)
    for (const { id, index, hints } of manifest.units) {
      check({
        id: nonBlank(hints?.summaryUnit),
        path: ['units', index, 'hints', 'summary_unit'],
        subject: () => `The unit "${id}" is summarised by`,
      })
    }
  },
}
