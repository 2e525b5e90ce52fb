import { pointer } from '../../../../parse/yaml/tree.ts'
import type { ManifestRule } from '../../../rule.ts'

export const authScopeUnused: ManifestRule = {
  codes: ['KCP603'],
  needs: 'head',
  check({ manifest }, report) {
    for (const { id, index, access, authScope } of manifest.units) {
      if (authScope === undefined || access === 'restricted') continue
      report({
        code: 'KCP603',
        message: `The unit "${id}" declares "auth_scope", but its access is "${access ?? 'public'}".`,
        pointer: pointer('units', index, 'auth_scope'),
      })
    }
  },
}
