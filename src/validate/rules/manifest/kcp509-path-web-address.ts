import { pointer } from '../../../parse/yaml/tree.ts'
import { isWebAddress } from '../../../text/paths/paths.ts'
import { showValue } from '../../../text/messages/show-value.ts'
import type { ManifestRule } from '../../rule.ts'

/** The unit is listed as a link; nothing is fetched. */
export const pathWebAddress: ManifestRule = {
  codes: ['KCP509'],
  needs: 'head',
  check({ manifest }, report) {
    for (const { id, index, path } of manifest.units) {
      if (!isWebAddress(path)) continue
      report({
        code: 'KCP509',
        message: `The path ${showValue(path)} of the unit "${id}" is a web address, which is not fetched.`,
        pointer: pointer('units', index, 'path'),
      })
    }
  },
}
