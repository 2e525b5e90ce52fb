import { pointer } from '../../../parse/yaml/tree.ts'
import { showValue } from '../../../text/messages/show-value.ts'
import { declaredBlocks, mappingsIn } from '../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../rule.ts'

/** KCP §4.14: a price is decimal text; a YAML number may lose digits, and the table reports it as the wrong type. */
export const priceNotDecimal: ManifestRule = {
  codes: ['KCP343'],
  needs: 'head',
  check({ raw }, report) {
    for (const { fields, path } of declaredBlocks(raw, 'payment')) {
      for (const method of mappingsIn(fields['methods'], [...path, 'methods'])) {
        const price = method.fields['price_per_request']
        if (typeof price !== 'string' || /^[0-9]{1,18}(?:\.[0-9]{1,18})?$/.test(price)) continue
        report({
          code: 'KCP343',
          message: `The price ${showValue(price)} is not a decimal number.`,
          pointer: pointer(...method.path, 'price_per_request'),
        })
      }
    }
  },
}
