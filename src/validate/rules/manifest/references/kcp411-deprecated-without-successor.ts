import { pointer } from '../../../../parse/yaml/tree.ts'
import type { ManifestRule } from '../../../rule.ts'

/** KCP §4.13. A relationship of type `supersedes` is equivalent to the field (§5). */
export const deprecatedWithoutSuccessor: ManifestRule = {
  codes: ['KCP411'],
  needs: 'head',
  check({ manifest }, report) {
    const succeeded = new Set<string>()
    for (const { id, supersedes } of manifest.units)
      if (supersedes !== undefined && supersedes !== id) succeeded.add(supersedes)
    for (const { from, to, type } of manifest.relationships) if (type === 'supersedes' && from !== to) succeeded.add(to)
    for (const { id, index, deprecated } of manifest.units) {
      if (!deprecated || succeeded.has(id)) continue
      report({
        code: 'KCP411',
        message: `The unit "${id}" is deprecated, but no unit supersedes it.`,
        pointer: pointer('units', index, 'deprecated'),
      })
    }
  },
}
