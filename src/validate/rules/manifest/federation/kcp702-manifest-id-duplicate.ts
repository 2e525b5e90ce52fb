import { pointer } from '../../../../parse/yaml/tree.ts'
import { isBlank, mappingsIn } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

export const manifestIdDuplicate: ManifestRule = {
  codes: ['KCP702'],
  needs: 'head',
  check({ raw }, report) {
    const seen = new Map<unknown, string>()
    for (const { fields, path } of mappingsIn(raw['manifests'], ['manifests'])) {
      const { id } = fields
      if (isBlank(id)) continue
      const first = seen.get(id)
      if (first === undefined) seen.set(id, pointer(...path, 'id'))
      else
        report({
          code: 'KCP702',
          message: `The id "${id}" is declared twice.`,
          pointer: pointer(...path, 'id'),
          related: { message: 'It is first declared here.', pointer: first },
        })
    }
  },
}
