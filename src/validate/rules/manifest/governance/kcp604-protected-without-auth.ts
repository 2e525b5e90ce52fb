import { pointer } from '../../../../parse/yaml/tree.ts'
import type { ManifestRule } from '../../../rule.ts'

/** One finding for the manifest: one auth block fixes all units. A credential proves who asks, which `none` does not (KCP §4.11). */
export const protectedWithoutAuth: ManifestRule = {
  codes: ['KCP604'],
  needs: 'head',
  check({ manifest }, report) {
    const units = manifest.units.filter(
      ({ access, auth = manifest.auth }) =>
        (access === 'authenticated' || access === 'restricted') && !auth?.methods?.some(({ type }) => type !== 'none'),
    )
    const [first] = units
    if (!first) return
    const subject =
      units.length === 1 ? `The unit "${first.id}" declares` : `${units.length} units, "${first.id}" first, declare`
    const only = (first.auth ?? manifest.auth)?.methods?.length ? ' other than "none"' : ''
    const declares = first.auth ? 'it declares' : 'the manifest declares'
    report({
      code: 'KCP604',
      message: `${subject} that a credential is needed, but ${declares} no authentication method${only}.`,
      pointer: pointer('units', first.index, 'access'),
    })
  },
}
