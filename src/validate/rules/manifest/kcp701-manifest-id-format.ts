import { pointer } from '../../../parse/yaml/tree.ts'
import { showValue } from '../../../text/messages/show-value.ts'
import { isBlank, mappingsIn } from '../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../rule.ts'

export const manifestIdFormat: ManifestRule = {
  codes: ['KCP701'],
  needs: 'head',
  check({ raw }, report) {
    for (const { fields, path } of mappingsIn(raw['manifests'], ['manifests'])) {
      const { id } = fields
      if (isBlank(id) || /^[a-z0-9.-]+$/.test(String(id))) continue
      report({
        code: 'KCP701',
        message: `The id ${showValue(id)} of the federated manifest has characters that are not allowed.`,
        pointer: pointer(...path, 'id'),
      })
    }
  },
}
