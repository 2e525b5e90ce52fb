import { pointer } from '../../../../parse/yaml/tree.ts'
import { isAbsent, mappingsIn } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

export const externalRelationshipLocal: ManifestRule = {
  codes: ['KCP413'],
  needs: 'head',
  check({ raw }, report) {
    for (const { fields, path } of mappingsIn(raw['external_relationships'], ['external_relationships'])) {
      if (!isAbsent(fields['from_manifest']) || !isAbsent(fields['to_manifest'])) continue
      report({
        code: 'KCP413',
        message: 'The external relationship names neither "from_manifest" nor "to_manifest".',
        pointer: pointer(...path),
      })
    }
  },
}
