import { declaredAuthMethods } from '../../manifest-facts/auth-methods.ts'
import { fieldPointer, isAbsent } from '../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../rule.ts'

const requiredField: Readonly<Record<string, string>> = { oauth2: 'issuer', api_key: 'header' }

export const authFieldMissing: ManifestRule = {
  codes: ['KCP211'],
  needs: 'head',
  check({ raw }, report) {
    for (const method of declaredAuthMethods(raw)) {
      const type = method.fields['type']
      const field = typeof type === 'string' && Object.hasOwn(requiredField, type) ? requiredField[type] : undefined
      if (field === undefined || !isMissing(method.fields[field])) continue
      report({
        code: 'KCP211',
        message: `The authentication method "${type}" has no "${field}".`,
        pointer: fieldPointer(method, field),
        help:
          type === 'oauth2'
            ? 'Add issuer: with the https:// URL of the authorization server.'
            : 'Add header: with the name of the HTTP header that carries the key.',
      })
    }
  },
}

const isMissing = (value: unknown): boolean => isAbsent(value) || (typeof value === 'string' && value.trim() === '')
