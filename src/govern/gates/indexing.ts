import type { Obligation } from '../../model/decision.ts'
import type { IndexingPermission } from '../../model/effective.ts'
import { notDeclared, type Gate } from '../gate.ts'

/** KCP §4.6a, §4.6c: what may be done with the content once it is loaded. Undeclared is unknown and only noted. */
export const indexing: Gate = (subject) => {
  if (subject.kind !== 'unit') return notDeclared
  const { indexing: declared, license } = subject.unit
  const obligations: Obligation[] = []
  if (declared?.value.attributionRequired || license?.value.attributionRequired) obligations.push('attribution')
  if (denies(declared?.value, 'train')) obligations.push('no-ai-training')
  const place = { pointer: '/indexing', spec: 'KCP §4.6c', obligations }
  if (!declared) return { verdict: 'allow', code: 'indexing-undeclared', ...place }
  return denies(declared.value, 'read') ? { verdict: 'deny', code: 'indexing-denied', ...place } : { verdict: 'allow', code: 'indexing-allowed', ...place }
}

/** Deny beats allow; an operation that a declared list leaves out is not permitted. */
function denies(declared: { readonly allow: readonly IndexingPermission[]; readonly deny: readonly IndexingPermission[] } | undefined, operation: IndexingPermission): boolean {
  if (!declared) return false
  return declared.deny.includes(operation) || (declared.allow.length > 0 && !declared.allow.includes(operation))
}
