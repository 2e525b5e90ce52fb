import { danglingReporter } from '../../manifest-facts/dangling.ts'
import type { ManifestRule } from '../../rule.ts'

export const danglingEntryPoint: ManifestRule = {
  codes: ['KCP409'],
  needs: 'head',
  check({ manifest, units }, report) {
    const check = danglingReporter('KCP409', units, report)
    check({
      id: manifest.hints?.recommendedEntryPoint,
      path: ['hints', 'recommended_entry_point'],
      subject: () => 'The recommended entry point is',
    })
  },
}
