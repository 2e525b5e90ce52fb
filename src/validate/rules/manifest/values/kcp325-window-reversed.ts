import { effectiveUnit } from '../../../../parse/manifest/inherit.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import type { ManifestRule } from '../../../rule.ts'

/** KCP §4.22, with the bounds that a unit inherits. */
export const windowReversed: ManifestRule = {
  codes: ['KCP325'],
  needs: 'head',
  check({ manifest }, report) {
    for (const unit of manifest.units) {
      const { validFrom, validUntil, start, end } = effectiveUnit(manifest, unit).temporal
      if (end >= start || !validFrom || !validUntil) continue
      const until = validUntil.value
      const isOwn = validFrom.origin === 'unit' || validUntil.origin === 'unit'
      report({
        code: 'KCP325',
        message: `The unit "${unit.id}" is valid until "${until}", before it starts on "${validFrom.value}".`,
        pointer: isOwn ? pointer('units', unit.index, 'temporal') : pointer('temporal'),
      })
    }
  },
}
