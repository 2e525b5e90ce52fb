import { authTypes } from '../../../../model/vocabulary.ts'
import { isObject } from '../../../../parse/read-fields.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import { mappingsIn, type DeclaredMapping } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

const known: ReadonlySet<unknown> = new Set(authTypes)

/** KCP §3.3: unknown types beside a known one are silently ignored. */
export const authMethodsUnrecognised: ManifestRule = {
  codes: ['KCP605'],
  needs: 'head',
  check({ raw }, report) {
    const check = ({ fields, path }: DeclaredMapping): void => {
      const auth = fields['auth']
      const methods = isObject(auth) ? auth['methods'] : undefined
      if (!Array.isArray(methods) || methods.some((method: unknown) => isObject(method) && known.has(method['type'])))
        return
      report({
        code: 'KCP605',
        message: 'No authentication method has a known type.',
        pointer: pointer(...path, 'auth', 'methods'),
      })
    }
    check({ fields: raw, path: [] })
    for (const list of ['manifests', 'units']) for (const entry of mappingsIn(raw[list], [list])) check(entry)
  },
}
