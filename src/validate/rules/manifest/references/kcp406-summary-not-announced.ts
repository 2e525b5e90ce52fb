import { pointer } from '../../../../parse/yaml/tree.ts'
import { danglingReporter } from '../../../manifest-facts/dangling.ts'
import type { ManifestRule } from '../../../rule.ts'

/** KCP §4.10. All units are known here, so a summary may precede what it summarises. */
export const summaryNotAnnounced: ManifestRule = {
  codes: ['KCP406'],
  needs: 'head',
  check({ manifest, units }, report) {
    const check = danglingReporter('KCP406', units, report)
    for (const { id, index, hints } of manifest.units) {
      const summarised = hints?.summaryOf
      if (summarised === undefined) continue
      const path = ['units', index, 'hints', 'summary_of']
      check({ id: summarised, path, subject: () => `The unit "${id}" summarises` })
      const target = units.get(summarised)
      if (!target || target.hints?.summaryAvailable) continue
      report({
        code: 'KCP406',
        message: `The unit "${id}" summarises "${summarised}", which does not declare "summary_available: true".`,
        pointer: pointer(...path),
        related: { message: `The unit "${summarised}" is declared here.`, pointer: pointer('units', target.index) },
      })
    }
  },
}
