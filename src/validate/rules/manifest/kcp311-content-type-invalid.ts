import { pointer } from '../../../parse/yaml/tree.ts'
import { mediaTypeOf } from '../../../text/notations/media-type.ts'
import { showValue } from '../../../text/messages/show-value.ts'
import { declaredUnits } from '../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../rule.ts'

export const contentTypeInvalid: ManifestRule = {
  codes: ['KCP311'],
  needs: 'head',
  check({ raw }, report) {
    for (const { fields, path } of declaredUnits(raw)) {
      const type = fields['content_type']
      if (typeof type !== 'string' || mediaTypeOf(type) !== undefined) continue
      report({
        code: 'KCP311',
        message: `The content_type ${showValue(type)} is not a MIME type.`,
        pointer: pointer(...path, 'content_type'),
      })
    }
  },
}
