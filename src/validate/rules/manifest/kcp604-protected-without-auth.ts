import { pointer } from '../../../parse/yaml/tree.ts'
import type { ManifestRule } from '../../rule.ts'

/** One finding for the manifest: one auth block fixes all units. */
export const protectedWithoutAuth: ManifestRule = {
  codes: ['KCP604'],
  needs: 'head',
  check({ manifest }, report) {
    if ((manifest.auth?.methods?.length ?? 0) > 0) return
    const units = manifest.units.filter(({ access }) => access === 'authenticated' || access === 'restricted')
    const [first] = units
    if (!first) return
    const subject =
      units.length === 1 ? `The unit "${first.id}" declares` : `${units.length} units, "${first.id}" first, declare`
    report({
      code: 'KCP604',
      message: `${subject} that a credential is needed, but the manifest declares no authentication method.`,
      pointer: pointer('units', first.index, 'access'),
    })
  },
}
