import { declaredAuthMethods } from '../../../manifest-facts/auth-methods.ts'
import { fieldPointer, isBlank } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

export const authTypeMissing: ManifestRule = {
  codes: ['KCP210'],
  needs: 'head',
  check({ raw }, report) {
    for (const method of declaredAuthMethods(raw)) {
      if (!isBlank(method.fields['type'])) continue
      const declared = Object.hasOwn(method.fields, 'type')
      report({
        code: 'KCP210',
        message: declared
          ? 'The "type" of the authentication method is empty or not text.'
          : 'The authentication method has no "type".',
        pointer: fieldPointer(method, 'type'),
      })
    }
  },
}
