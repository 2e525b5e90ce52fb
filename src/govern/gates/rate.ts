import type { RateLimits, RequestLimits } from '../../model/documents/effective.ts'
import type { Requester } from '../../model/decisions/requester.ts'
import { always, notDeclared, writtenAt, type Gate } from '../gate.ts'

const spec = 'KCP §4.15'
const undeclared = always({ verdict: 'allow', code: 'rate-undeclared', spec })

/** Longest first: waiting for the longest covers the others. */
const windows = [
  { code: 'rate-day', limit: 'requestsPerDay', field: 'requests_per_day', used: 'day' },
  { code: 'rate-hour', limit: 'requestsPerHour', field: 'requests_per_hour', used: 'hour' },
  { code: 'rate-minute', limit: 'requestsPerMinute', field: 'requests_per_minute', used: 'minute' },
] as const

/** KCP §4.15: every declared limit of the requester's tier applies, per rolling minute and hour and per UTC day. */
export const rate: Gate = (subject, requester) => {
  if (subject.kind !== 'unit') return notDeclared
  const declared = subject.unit.rateLimits
  if (!declared) return undeclared
  const tier = tierOf(declared.value, requester)
  const limits = limitsFor(declared.value, requester)
  const at = (field: string): string | undefined => writtenAt(subject.unit, declared.origin, field)
  if (limits.unlimited === true)
    return { verdict: 'allow', code: 'rate-unlimited', pointer: at(`rate_limits/${tier}/unlimited`), spec }
  const { minute, day, hour = day } = subject.usage ?? { minute: 0, day: 0 }
  const usage = { minute, hour, day }
  const reached = windows.find(({ limit, used }) => usage[used] >= (limits[limit] ?? Infinity))
  if (!reached) return { verdict: 'allow', code: 'rate-within', pointer: at('rate_limits'), spec }
  return {
    verdict: 'deny',
    code: reached.code,
    values: { limit: String(limits[reached.limit]) },
    pointer: at(`rate_limits/${tier}/${reached.field}`),
    spec,
  }
}

/** The limits of the requester's tier, which replace the default as a whole. `unlimited` overrides all others. */
export function limitsFor(declared: RateLimits, requester: Requester): RequestLimits {
  const tier = tierOf(declared, requester)
  const limits = tier === 'default' ? declared : (declared[tier] ?? declared)
  return limits.unlimited === true ? { unlimited: true } : limits
}

/** The highest tier of the requester that the publisher declares. */
function tierOf({ authenticated, premium }: RateLimits, requester: Requester): 'default' | 'authenticated' | 'premium' {
  if (premium && requester.tier === 'premium') return 'premium'
  return authenticated && requester.authenticated === true ? 'authenticated' : 'default'
}
