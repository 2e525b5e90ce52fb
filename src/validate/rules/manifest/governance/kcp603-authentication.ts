import { authTypes } from '../../../../model/tables/vocabulary.ts'
import { isObject } from '../../../../parse/read-fields.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import { mappingsIn } from '../../../manifest-facts/declared.ts'
import { unitRule } from '../../../manifest-facts/unit-rule.ts'
import type { ManifestRule } from '../../../rule.ts'

export const authScopeUnused = unitRule('KCP603', ['auth_scope'], ({ id, access, authScope }) =>
  authScope === undefined || access === 'restricted'
    ? undefined
    : `The unit "${id}" declares "auth_scope", but its access is "${access ?? 'public'}".`,
)

/**
 * One finding for the manifest: one auth block fixes all units. A credential proves who asks, which `none` does not
 * (KCP §4.11).
 */
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

const known: ReadonlySet<unknown> = new Set(authTypes)

/** KCP §3.3: unknown types beside a known one are silently ignored. */
export const authMethodsUnrecognised: ManifestRule = {
  codes: ['KCP605'],
  needs: 'head',
  check({ raw }, report) {
    const entries = ['manifests', 'units'].flatMap((list) => [...mappingsIn(raw[list], [list])])
    for (const { fields, path } of [{ fields: raw, path: [] }, ...entries]) {
      const auth = fields['auth']
      const methods = isObject(auth) ? auth['methods'] : undefined
      if (!Array.isArray(methods)) continue
      if (methods.some((method: unknown) => isObject(method) && known.has(method['type']))) continue
      report({
        code: 'KCP605',
        message: 'No authentication method has a known type.',
        pointer: pointer(...path, 'auth', 'methods'),
      })
    }
  },
}
