import { pointer } from '../../../../parse/yaml/tree.ts'
import { isBlank, mappingsIn } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

const lists = [
  // KCP §7.
  { code: 'KCP309', list: 'units', effect: '; the first unit is used' },
  { code: 'KCP702', list: 'manifests', effect: '' },
] as const

export const duplicateIds: ManifestRule = {
  codes: lists.map(({ code }) => code),
  needs: 'head',
  check({ raw }, report) {
    for (const { code, list, effect } of lists) {
      const firsts = new Map<unknown, string>()
      for (const { fields, path } of mappingsIn(raw[list], [list])) {
        const { id } = fields
        if (isBlank(id)) continue
        const at = pointer(...path, 'id')
        const first = firsts.get(id)
        if (first === undefined) firsts.set(id, at)
        else
          report({
            code,
            message: `The id "${id}" is declared twice${effect}.`,
            pointer: at,
            related: { message: 'It is first declared here.', pointer: first },
          })
      }
    }
  },
}
