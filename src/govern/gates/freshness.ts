import type { EffectiveUnit } from '../../model/effective.ts'
import { notDeclared, type Gate } from '../gate.ts'

const day = 86_400_000

/** KCP §3.7, §15.7: stale means older than allowed, by UTC days; without `validated` a unit is never stale. */
export const freshness: Gate = (subject, _requester, { now }) => {
  if (subject.kind !== 'unit') return notDeclared
  const { unit } = subject
  const policy = unit.freshnessPolicy?.value
  const spec = 'KCP §3.7'
  if (!isStale(unit, now) || !policy) return { verdict: 'allow', code: policy && unit.unit.validated === undefined ? 'freshness-unknown' : 'fresh', spec }
  const values = { validated: unit.unit.validated ?? '', limit: String(policy.maxAgeDays), contact: policy.reviewContact ?? 'the publisher' }
  const place = { values, pointer: '/freshness_policy', spec }
  if (policy.onStale === 'block') return { verdict: 'deny', code: 'stale-blocked', ...place }
  return policy.onStale === 'degrade' ? { verdict: 'allow', code: 'stale-degraded', ...place, obligations: ['degrade'] } : { verdict: 'allow', code: 'stale-warned', ...place, obligations: ['note'] }
}

export function isStale(unit: EffectiveUnit, now: Date): boolean {
  const age = ageInDays(unit.unit.validated, now)
  const limit = unit.freshnessPolicy?.value.maxAgeDays
  return age !== undefined && limit !== undefined && age > limit
}

function ageInDays(validated: string | undefined, now: Date): number | undefined {
  if (validated === undefined) return undefined
  return Math.floor(now.getTime() / day) - Math.floor(Date.parse(`${validated}T00:00:00Z`) / day)
}
