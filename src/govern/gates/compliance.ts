import type { Obligation } from '../../model/decisions/decision.ts'
import type { Compliance } from '../../model/documents/effective.ts'
import { regionMembers } from '../../model/tables/regions.ts'
import type { Requester } from '../../model/decisions/requester.ts'
import { always, notDeclared, writtenAt, type GateFinding, type Gate, type UnitSubject } from '../gate.ts'

const spec = 'KCP §3.5'
const unrestricted = always({ verdict: 'allow', code: 'compliance-met', spec, obligations: [] })

/** KCP §3.5, §14.1: restrictions are evaluated before anything is loaded. An unknown fact does not satisfy them. */
export const compliance: Gate = (subject, requester) => {
  if (subject.kind !== 'unit') return notDeclared
  const declared = subject.unit.compliance
  const { restrictions, dataResidency } = declared
  if (!restrictions && !dataResidency && !subject.audit) return unrestricted
  const obligations = obligationsOf(restrictions?.value ?? [], subject.audit)
  const pointer = restrictions && writtenAt(subject.unit, restrictions.origin, 'compliance/restrictions')
  const refusal = outsideRegions(subject, declared, requester) ?? restricted(subject, requester)
  if (refusal) return { pointer, ...refusal, spec, obligations }
  if (restrictions?.value.includes('human-approval-required'))
    return { verdict: 'ask', code: 'human-approval-restriction', pointer, spec, obligations }
  return met(declared, pointer, obligations)
}

let latest: { readonly declared: Compliance; readonly obligations: string; readonly finding: GateFinding } | undefined

/** Units that inherit one block share the finding. */
function met(declared: Compliance, pointer: string | undefined, obligations: readonly Obligation[]): GateFinding {
  const words = obligations.join()
  if (latest?.declared !== declared || latest.obligations !== words)
    latest = {
      declared,
      obligations: words,
      finding: always({ verdict: 'allow', code: 'compliance-met', pointer, spec, obligations }),
    }
  return latest.finding
}

function outsideRegions(
  { unit }: UnitSubject,
  { dataResidency }: Compliance,
  { region }: Requester,
): GateFinding | undefined {
  if (
    !dataResidency ||
    (region !== undefined && dataResidency.value.some((permitted) => includesRegion(permitted, region)))
  )
    return undefined
  const values = { region: region ?? '', regions: dataResidency.value.join(', ') || 'no region' }
  return {
    verdict: 'deny',
    code: region === undefined ? 'region-unknown' : 'region-outside',
    values,
    pointer: writtenAt(unit, dataResidency.origin, 'compliance/data_residency'),
  }
}

/** `EEA` includes `NO`; case is ignored. */
function includesRegion(permitted: string, region: string): boolean {
  const [wider, narrower] = [permitted.trim().toUpperCase(), region.trim().toUpperCase()]
  return wider === narrower || regionMembers.get(wider)?.has(narrower) === true
}

function restricted({ unit, unrecorded }: UnitSubject, { model }: Requester): GateFinding | undefined {
  const { dataResidency, restrictions } = unit.compliance
  const declared = restrictions?.value ?? []
  if (declared.includes('no-external-llm') && model !== 'local')
    return { verdict: 'deny', code: model === undefined ? 'model-unknown' : 'external-model' }
  if (declared.includes('audit-required') && unrecorded) return { verdict: 'deny', code: 'audit-impossible' }
  return declared.includes('no-cross-border') && !dataResidency
    ? { verdict: 'deny', code: 'border-unknown' }
    : undefined
}

function obligationsOf(restrictions: readonly string[], audit: UnitSubject['audit']): readonly Obligation[] {
  const found: Obligation[] = []
  if (restrictions.includes('no-ai-training')) found.push('no-ai-training')
  if (restrictions.includes('audit-required') || audit?.agentMustLog) found.push('audit')
  if (audit?.requireTraceContext) found.push('trace')
  return found
}
