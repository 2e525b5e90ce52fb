import type { EffectiveUnit } from '../../model/documents/effective.ts'
import { always, askTime, notDeclared, writtenAt, type Gate } from '../gate.ts'

const day = 86_400_000
const spec = 'KCP §3.7'
const undeclared = always({ verdict: 'allow', code: 'freshness-undeclared', spec })

/** KCP §3.7, §15.7: stale means older than allowed, by UTC days; without `validated` a unit is never stale. */
export const freshness: Gate = (subject, _requester, circumstances) => {
  if (subject.kind !== 'unit') return notDeclared
  const { unit } = subject
  const declared = unit.freshnessPolicy
  if (!declared) return undeclared
  const pointer = writtenAt(unit, declared.origin, 'freshness_policy')
  const { validated } = unit.unit
  const { maxAgeDays, onStale, reviewContact } = declared.value
  if (validated === undefined) return { verdict: 'allow', code: 'freshness-unknown', pointer, spec }
  if (!isOlder(validated, maxAgeDays, askTime(circumstances, 'day', dayOf)))
    return { verdict: 'allow', code: 'fresh', values: { validated }, pointer, spec }
  const values = { validated, limit: String(maxAgeDays), contact: reviewContact ?? 'the publisher' }
  switch (onStale) {
    case 'block':
      return { verdict: 'deny', code: 'stale-blocked', values, pointer, spec }
    case 'degrade':
      return { verdict: 'allow', code: 'stale-degraded', values, pointer, spec, obligations: ['degrade', 'note'] }
    case 'warn':
      return { verdict: 'allow', code: 'stale-warned', values, pointer, spec, obligations: ['note'] }
  }
}

export function isStale(unit: EffectiveUnit, now: Date): boolean {
  return (
    unit.unit.validated !== undefined &&
    isOlder(unit.unit.validated, unit.freshnessPolicy?.value.maxAgeDays, dayOf(now))
  )
}

const dayOf = (now: Date): number => Math.floor(now.getTime() / day)

/** Dates have one notation, so they compare as text. */
function isOlder(validated: string, maxAgeDays: number | undefined, today: number): boolean {
  return maxAgeDays !== undefined && validated < oldestFresh(today - maxAgeDays)
}

let latest = { day: 0, text: '1970-01-01' }

/** The date of a day counted from 1970; empty before the year 1. */
function oldestFresh(wanted: number): string {
  // Units of one manifest mostly share one limit.
  if (latest.day !== wanted)
    latest = { day: wanted, text: wanted < -719_162 ? '' : new Date(wanted * day).toISOString().slice(0, 10) }
  return latest.text
}
