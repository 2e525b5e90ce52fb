import { isObject } from '../../../../parse/read-fields.ts'
import type { ManifestRule } from '../../../rule.ts'
import {
  declaredVerifications,
  verificationPointer,
  type DeclaredVerification,
} from '../../../manifest-facts/verifications.ts'

const unverified: ReadonlySet<string> = new Set(['rumored', 'declared', 'observed'])

/** KCP §4.18: `verified_at` is null until the status is verified. */
export const verifiedAtEarly: ManifestRule = {
  codes: ['KCP319'],
  needs: 'head',
  check({ manifest, raw }, report) {
    for (const declared of declaredVerifications(manifest)) {
      const { status, verifiedAt } = declared.verification
      if (verifiedAt === undefined || !unverified.has(status.value)) continue
      if (verifiedAt.origin === 'root' && isWrittenNull(raw, declared)) continue
      report({
        code: 'KCP319',
        message: `${declared.subject} is ${status.value} but was verified at "${verifiedAt.value}".`,
        pointer: verificationPointer(declared, [
          ['verified_at', verifiedAt.origin],
          ['verification_status', status.origin],
        ]),
      })
    }
  },
}

/** A written null is a value and is not inherited from the root. */
function isWrittenNull(raw: Readonly<Record<string, unknown>>, { path }: DeclaredVerification): boolean {
  let value: unknown = raw
  for (const part of [...path, 'verified_at'])
    value = isObject(value) || Array.isArray(value) ? (value as Record<string | number, unknown>)[part] : undefined
  return value === null
}
