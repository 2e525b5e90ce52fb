import type { Obligation } from '../../model/decisions/decision.ts'
import type { Delegation } from '../../model/documents/effective.ts'
import type { Origin } from '../../model/documents/manifest.ts'
import { always, notDeclared, writtenAt, type GateFinding, type Gate, type UnitSubject } from '../gate.ts'

const spec = 'KCP §3.4'
const trace: readonly Obligation[] = ['trace']

/** KCP §3.4: the owner is at depth 0, the first agent at 1; an unknown depth counts as 1. Denials precede the `ask`. */
export const delegation: Gate = (subject, requester) => {
  if (subject.kind !== 'unit') return notDeclared
  const { unit } = subject
  const { maxDepth, humanInTheLoop, auditChain, requireCapabilityAttenuation: attenuation } = unit.delegation
  const obligations = auditChain.value ? trace : undefined
  const depth = depthOf(requester.depth)
  const limitPointer = maxDepth && writtenAt(unit, maxDepth.origin, 'delegation/max_depth')
  const at = (origin: Origin, field: string): Pick<GateFinding, 'pointer' | 'spec' | 'obligations'> => ({
    pointer: writtenAt(unit, origin, `delegation/${field}`),
    spec,
    obligations,
  })
  if (maxDepth && depth > maxDepth.value) {
    const values = { depth: String(depth), limit: String(maxDepth.value) }
    return { verdict: 'deny', code: 'delegation-too-deep', values, pointer: limitPointer, spec, obligations }
  }
  if (attenuation.value && depth > 1 && !narrows(requester.scopes, requester.parentScopes))
    return {
      verdict: 'deny',
      code: 'delegation-not-narrower',
      ...at(attenuation.origin, 'require_capability_attenuation'),
    }
  const { requireDelegationProof: proof } = unit.delegation
  if (proof.value && depth > 0 && requester.delegationProof !== true)
    return { verdict: 'deny', code: 'delegation-unproven', ...at(proof.origin, 'require_delegation_proof') }
  if (humanInTheLoop.value.required)
    return { verdict: 'ask', code: 'human-approval', ...at(humanInTheLoop.origin, 'human_in_the_loop') }
  return within(subject, limitPointer, obligations)
}

let latest: { readonly declared: Delegation; readonly finding: GateFinding } | undefined

/** Units that inherit one block share the finding. */
function within(
  { unit }: UnitSubject,
  pointer: string | undefined,
  obligations: readonly Obligation[] | undefined,
): GateFinding {
  const declared = unit.delegation
  if (latest?.declared !== declared)
    latest = { declared, finding: always({ verdict: 'allow', code: 'delegation-within', pointer, spec, obligations }) }
  return latest.finding
}

/** An invalid depth is unknown. */
const depthOf = (depth: number | undefined): number =>
  depth !== undefined && Number.isInteger(depth) && depth >= 0 ? depth : 1

/**
 * KCP §3.4: a scope covers itself and those that extend it. Delegated scopes must be within those of the delegating
 * agent, and fewer. Unknown scopes narrow nothing.
 */
function narrows(scopes: readonly string[] | undefined, parents: readonly string[] | undefined): boolean {
  return scopes !== undefined && parents !== undefined && isWithin(scopes, parents) && !isWithin(parents, scopes)
}

const isWithin = (scopes: readonly string[], wider: readonly string[]): boolean =>
  scopes.every((scope) => wider.some((other) => scope === other || scope.startsWith(`${other}:`)))
