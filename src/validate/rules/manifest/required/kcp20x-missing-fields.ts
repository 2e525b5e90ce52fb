import type { Code } from '../../../../model/codes/codes.ts'
import type { Finding } from '../../../../model/codes/diagnostic.ts'
import { isObject } from '../../../../parse/read-fields.ts'
import { declaredAuthMethods } from '../../../manifest-facts/auth-methods.ts'
import {
  declaredBlocks,
  declaredUnits,
  fieldPointer,
  isAbsent,
  isBlank,
  unitName,
  type DeclaredMapping,
} from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

interface Row {
  readonly code: Code
  /** The mappings that should have the field. */
  mappings(raw: DeclaredMapping['fields']): Iterable<DeclaredMapping>
  readonly field: string
  /** What to report of a mapping; `undefined` where the field is fine. */
  problem(mapping: DeclaredMapping): Pick<Finding, 'message' | 'help'> | undefined
}

const root = (fields: DeclaredMapping['fields']): readonly DeclaredMapping[] => [{ fields, path: [] }]

const rows: readonly Row[] = [
  {
    // KCP §7 rejects, §8 defines a default; a warning satisfies both.
    code: 'KCP206',
    mappings: declaredUnits,
    field: 'scope',
    problem: (unit) =>
      isAbsent(unit.fields['scope'])
        ? { message: `The ${unitName(unit)} has no "scope" and counts as global.` }
        : undefined,
  },
  {
    // KCP §7 rejects, §8 defines an empty list as the default; a warning satisfies both.
    code: 'KCP207',
    mappings: declaredUnits,
    field: 'audience',
    problem(unit) {
      const { audience } = unit.fields
      if (isAbsent(audience)) return { message: `The ${unitName(unit)} has no "audience".` }
      const isEmpty = Array.isArray(audience) && audience.length === 0
      return isEmpty ? { message: `The "audience" of ${unitName(unit)} is empty.` } : undefined
    },
  },
  {
    code: 'KCP208',
    mappings: root,
    field: 'kcp_version',
    problem: ({ fields }) =>
      isAbsent(fields['kcp_version'])
        ? { message: 'The field "kcp_version" is missing; the manifest is read with every known field.' }
        : undefined,
  },
  {
    code: 'KCP209',
    mappings: root,
    field: 'version',
    problem: ({ fields }) => (isAbsent(fields['version']) ? { message: 'The field "version" is missing.' } : undefined),
  },
  {
    code: 'KCP210',
    mappings: declaredAuthMethods,
    field: 'type',
    problem({ fields }) {
      if (!Object.hasOwn(fields, 'type')) return { message: 'The authentication method has no "type".' }
      return isBlank(fields['type'])
        ? { message: 'The "type" of the authentication method is empty or not text.' }
        : undefined
    },
  },
  authField('oauth2', 'issuer', 'Add issuer: with the https:// URL of the authorization server.'),
  authField('api_key', 'header', 'Add header: with the name of the HTTP header that carries the key.'),
  authField('spiffe', 'trust_domain', 'Add trust_domain: with the SPIFFE trust domain of the workload.'),
]

/** The field without which a method of this type cannot be used. */
function authField(type: string, field: string, help: string): Row {
  return {
    code: 'KCP211',
    mappings: declaredAuthMethods,
    field,
    problem({ fields }) {
      const value = fields[field]
      const isMissing = isAbsent(value) || (typeof value === 'string' && value.trim() === '')
      return fields['type'] === type && isMissing
        ? { message: `The authentication method "${type}" has no "${field}".`, help }
        : undefined
    },
  }
}

export const missingFields: ManifestRule = {
  codes: [...new Set(rows.map(({ code }) => code))],
  needs: 'head',
  check({ raw }, report) {
    for (const { code, mappings, field, problem } of rows) {
      for (const mapping of mappings(raw)) {
        const found = problem(mapping)
        if (found) report({ code, ...found, pointer: fieldPointer(mapping, field) })
      }
    }
  },
}

/** KCP §3.4: the flow of a custom mechanism is described nowhere else. */
export const approvalDocsMissing: ManifestRule = {
  codes: ['KCP212'],
  needs: 'head',
  check({ raw }, report) {
    for (const { fields, path } of declaredBlocks(raw, 'delegation')) {
      const approval = fields['human_in_the_loop']
      if (!isObject(approval) || approval['approval_mechanism'] !== 'custom' || !isBlank(approval['docs_url'])) continue
      report({
        code: 'KCP212',
        message: 'The approval mechanism "custom" has no "docs_url".',
        pointer: fieldPointer(
          { fields: approval, path: [...path, 'human_in_the_loop'] },
          Object.hasOwn(approval, 'docs_url') ? 'docs_url' : 'approval_mechanism',
        ),
      })
    }
  },
}
