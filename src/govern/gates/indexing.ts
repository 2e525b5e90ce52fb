import type { Obligation } from '../../model/decisions/decision.ts'
import type { Indexing, IndexingPermission } from '../../model/documents/effective.ts'
import { always, notDeclared, writtenAt, type Gate } from '../gate.ts'

const spec = 'KCP §4.6c'
const undeclared = always({ verdict: 'allow', code: 'indexing-undeclared', spec, obligations: [] })

/** The permissions that an action needs. */
const needs: ReadonlyMap<string, readonly IndexingPermission[]> = new Map([
  ['summarize', ['read', 'summarise']],
  ['share_externally', ['read', 'share-externally']],
])
const reading: readonly IndexingPermission[] = ['read']

/** KCP §4.6a, §4.6c: what may be done with loaded content. Undeclared is unknown: only reading is assumed. */
export const indexing: Gate = (subject, _requester, { action }) => {
  if (subject.kind !== 'unit') return notDeclared
  const { indexing: declared, license } = subject.unit
  const attribution = license?.value.attributionRequired === true
  if (!declared) return attribution ? { ...undeclared, obligations: ['attribution'] } : undeclared
  const obligations = obligationsOf(declared.value, attribution)
  const pointer = writtenAt(subject.unit, declared.origin, 'indexing')
  const operation = (needs.get(action) ?? reading).find((needed) => denies(declared.value, needed))
  if (operation === undefined) return { verdict: 'allow', code: 'indexing-allowed', pointer, spec, obligations }
  return { verdict: 'deny', code: 'indexing-denied', values: { operation }, pointer, spec, obligations }
}

function obligationsOf(declared: Indexing, attribution: boolean): readonly Obligation[] {
  const found: Obligation[] = []
  if (attribution || declared.attributionRequired) found.push('attribution')
  if (denies(declared, 'train')) found.push('no-ai-training')
  return found
}

/** Deny overrides allow; an operation missing from a declared list is not permitted. */
function denies({ allow, deny }: Indexing, operation: IndexingPermission): boolean {
  return deny.includes(operation) || (allow.length > 0 && !allow.includes(operation))
}
