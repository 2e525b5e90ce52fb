import { pointer } from '../../../../parse/yaml/tree.ts'
import type { ManifestRule } from '../../../rule.ts'

/** KCP §4.20: without an entry there is nothing to be strict about. */
export const notForStrictEmpty: ManifestRule = {
  codes: ['KCP342'],
  needs: 'head',
  check({ manifest }, report) {
    for (const { id, index, notFor = [], notForStrict } of manifest.units) {
      if (notForStrict !== true || notFor.length > 0) continue
      report({
        code: 'KCP342',
        message: `The unit "${id}" declares "not_for_strict" without an entry in "not_for".`,
        pointer: pointer('units', index, 'not_for_strict'),
      })
    }
  },
}
