import { declaredUnits, isBlank, unitName } from '../../../manifest-facts/declared.ts'
import { isObject } from '../../../../parse/read-fields.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import type { ManifestRule } from '../../../rule.ts'

/** KCP §4.21: an empty digest declares nothing. */
export const contentHashEmpty: ManifestRule = {
  codes: ['KCP327'],
  needs: 'head',
  check({ raw }, report) {
    for (const unit of declaredUnits(raw)) {
      const hash = unit.fields['content_hash']
      const isEmpty = isObject(hash) ? isBlank(hash['value'] ?? '') : hash === null
      if (!isEmpty) continue
      report({
        code: 'KCP327',
        message: `The content_hash of the ${unitName(unit)} has no value.`,
        pointer: pointer(...unit.path, 'content_hash'),
      })
    }
  },
}
