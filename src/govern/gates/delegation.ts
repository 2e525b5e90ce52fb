import { notDeclared, type Gate } from '../gate.ts'

/** KCP §3.4: the owner is at depth 0, the first agent at 1; an unknown depth counts as 1. */
export const delegation: Gate = (subject, requester) => {
  if (subject.kind !== 'unit') return notDeclared
  const { maxDepth, humanInTheLoop, auditChain, requireCapabilityAttenuation } = subject.unit.delegation
  const spec = 'KCP §3.4'
  const depth = requester.depth ?? 1
  if (maxDepth && depth > maxDepth.value) {
    return { verdict: 'deny', code: 'delegation-too-deep', values: { depth: String(depth), limit: String(maxDepth.value) }, pointer: '/delegation/max_depth', spec }
  }
  const obligations = auditChain.value ? { obligations: ['trace'] as const } : {}
  if (humanInTheLoop.value.required) return { verdict: 'ask', code: 'human-approval', pointer: '/delegation/human_in_the_loop', spec, ...obligations }
  if (requireCapabilityAttenuation.value && depth > 1 && !narrows(requester.scopes, requester.parentScopes)) {
    return { verdict: 'deny', code: 'delegation-not-narrower', pointer: '/delegation/require_capability_attenuation', spec }
  }
  return { verdict: 'allow', code: 'delegation-within', spec, ...obligations }
}

/** KCP §3.4: a scope narrows the one it extends; equal, sibling and wider scopes do not. Unknown scopes narrow nothing. */
export function narrows(scopes: readonly string[] | undefined, parents: readonly string[] | undefined): boolean {
  if (!scopes || !parents || scopes.length === 0) return false
  return scopes.every((scope) => parents.some((parent) => scope.startsWith(`${parent}:`)))
}
