import { pointer } from '../../../../parse/yaml/tree.ts'
import { declaredUnits, isBlank } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

/** KCP §7: the first unit of an id is used. */
export const duplicateId: ManifestRule = {
  codes: ['KCP309'],
  needs: 'head',
  check({ raw }, report) {
    const first = new Map<string, readonly (string | number)[]>()
    for (const { fields, path } of declaredUnits(raw)) {
      const id = fields['id']
      if (typeof id !== 'string' || isBlank(id)) continue
      const earlier = first.get(id)
      if (earlier === undefined) first.set(id, path)
      else
        report({
          code: 'KCP309',
          message: `The id "${id}" is declared twice; the first unit is used.`,
          pointer: pointer(...path, 'id'),
          related: { message: 'It is first declared here.', pointer: pointer(...earlier, 'id') },
        })
    }
  },
}
