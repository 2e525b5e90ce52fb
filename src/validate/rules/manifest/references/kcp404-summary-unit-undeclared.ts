import { pointer } from '../../../../parse/yaml/tree.ts'
import { isBlank } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

export const summaryUnitUndeclared: ManifestRule = {
  codes: ['KCP404'],
  needs: 'head',
  check({ manifest }, report) {
    for (const { id, index, hints } of manifest.units) {
      if (!hints?.summaryAvailable || !isBlank(hints.summaryUnit)) continue
      report({
        code: 'KCP404',
        message: `The unit "${id}" has a summary but names no "summary_unit".`,
        pointer: pointer('units', index, 'hints', 'summary_available'),
      })
    }
  },
}
