import { declaredAuthMethods } from '../../../manifest-facts/auth-methods.ts'
import { fieldPointer, isAbsent } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

const requiredFields: Readonly<Record<string, { readonly field: string; readonly help: string }>> = {
  oauth2: { field: 'issuer', help: 'Add issuer: with the https:// URL of the authorization server.' },
  api_key: { field: 'header', help: 'Add header: with the name of the HTTP header that carries the key.' },
  spiffe: { field: 'trust_domain', help: 'Add trust_domain: with the SPIFFE trust domain of the workload.' },
}

export const authFieldMissing: ManifestRule = {
  codes: ['KCP211'],
  needs: 'head',
  check({ raw }, report) {
    for (const method of declaredAuthMethods(raw)) {
      const type = method.fields['type']
      const required =
        typeof type === 'string' && Object.hasOwn(requiredFields, type) ? requiredFields[type] : undefined
      if (required === undefined || !isMissing(method.fields[required.field])) continue
      const { field, help } = required
      report({
        code: 'KCP211',
        message: `The authentication method "${type}" has no "${field}".`,
        pointer: fieldPointer(method, field),
        help,
      })
    }
  },
}

const isMissing = (value: unknown): boolean => isAbsent(value) || (typeof value === 'string' && value.trim() === '')
