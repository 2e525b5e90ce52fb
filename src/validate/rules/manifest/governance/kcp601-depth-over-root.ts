import { pointer } from '../../../../parse/yaml/tree.ts'
import type { ManifestRule } from '../../../rule.ts'

export const depthOverRoot: ManifestRule = {
  codes: ['KCP601'],
  needs: 'head',
  check({ manifest }, report) {
    const root = manifest.delegation?.maxDepth
    if (root === undefined) return
    for (const { id, index, delegation } of manifest.units) {
      if (delegation?.maxDepth === undefined || delegation.maxDepth <= root) continue
      report({
        code: 'KCP601',
        message: `The unit "${id}" declares "max_depth" ${delegation.maxDepth}, more than the ${root} of the manifest.`,
        pointer: pointer('units', index, 'delegation', 'max_depth'),
        related: { message: 'The manifest declares its limit here.', pointer: '/delegation/max_depth' },
      })
    }
  },
}
