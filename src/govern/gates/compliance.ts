import type { Obligation } from '../../model/decision.ts'
import type { Compliance } from '../../model/effective.ts'
import type { Requester } from '../../model/requester.ts'
import { notDeclared, type Finding, type Gate } from '../gate.ts'

/** KCP §3.5, §14.1: restrictions are evaluated before anything is loaded. What is unknown does not satisfy them. */
export const compliance: Gate = (subject, requester) => {
  if (subject.kind !== 'unit') return notDeclared
  const declared = subject.unit.compliance
  const restrictions = declared.restrictions?.value ?? []
  const obligations = obligationsOf(restrictions)
  const refusal = refusalOf(declared, requester)
  if (refusal) return { ...refusal, spec: 'KCP §3.5', obligations }
  if (restrictions.includes('human-approval-required')) return { verdict: 'ask', code: 'human-approval-restriction', pointer: '/compliance/restrictions', spec: 'KCP §3.5', obligations }
  return { verdict: 'allow', code: 'compliance-met', spec: 'KCP §3.5', obligations }
}

function refusalOf({ dataResidency, restrictions }: Compliance, requester: Requester): Finding | undefined {
  const regions = dataResidency?.value
  const declared = restrictions?.value ?? []
  const region = requester.region
  if (regions && (region === undefined || !regions.includes(region))) {
    return { verdict: 'deny', code: region === undefined ? 'region-unknown' : 'region-outside', values: { region: region ?? '', regions: regions.join(', ') }, pointer: '/compliance/data_residency' }
  }
  if (declared.includes('no-external-llm') && requester.model !== 'local') return { verdict: 'deny', code: 'external-model', pointer: '/compliance/restrictions' }
  if (declared.includes('no-cross-border') && !regions) return { verdict: 'deny', code: 'border-unknown', pointer: '/compliance/restrictions' }
  return undefined
}

function obligationsOf(restrictions: readonly string[]): readonly Obligation[] {
  const found: Obligation[] = []
  if (restrictions.includes('no-ai-training')) found.push('no-ai-training')
  if (restrictions.includes('audit-required')) found.push('audit')
  return found
}
