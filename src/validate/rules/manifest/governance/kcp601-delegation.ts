import type { Manifest } from '../../../../model/documents/manifest.ts'
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

type Delegation = Manifest['delegation']

const requirements: readonly { readonly path: readonly string[]; read(block: Delegation): boolean | undefined }[] = [
  { path: ['delegation', 'require_capability_attenuation'], read: (block) => block?.requireCapabilityAttenuation },
  { path: ['delegation', 'audit_chain'], read: (block) => block?.auditChain },
  { path: ['delegation', 'human_in_the_loop', 'required'], read: (block) => block?.humanInTheLoop?.required },
]

/** KCP §3.4: a unit may only tighten; `effectiveUnit` keeps the stricter value. */
export const delegationRelaxed: ManifestRule = {
  codes: ['KCP602'],
  needs: 'head',
  check({ manifest }, report) {
    for (const { path, read } of requirements) {
      if (!read(manifest.delegation)) continue
      for (const { id, index, delegation } of manifest.units) {
        if (read(delegation) !== false) continue
        report({
          code: 'KCP602',
          message: `The unit "${id}" declares "${path.slice(1).join('.')}" false, which the manifest declares true.`,
          pointer: pointer('units', index, ...path),
          related: { message: 'The manifest declares it here.', pointer: pointer(...path) },
        })
      }
    }
  },
}
