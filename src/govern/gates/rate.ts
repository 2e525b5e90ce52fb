import { always, notDeclared, writtenAt, type Gate } from '../gate.ts'

const spec = 'KCP §4.15'
const undeclared = always({ verdict: 'allow', code: 'rate-undeclared', spec })

/** KCP §4.15: both limits apply, the rolling minute and the UTC day; none is inferred. */
export const rate: Gate = (subject) => {
  if (subject.kind !== 'unit') return notDeclared
  const declared = subject.unit.rateLimits
  if (!declared) return undeclared
  const { requestsPerMinute, requestsPerDay } = declared.value
  const { minute, day } = subject.usage ?? { minute: 0, day: 0 }
  const at = (field: string): string | undefined => writtenAt(subject.unit, declared.origin, field)
  if (requestsPerDay !== undefined && day >= requestsPerDay)
    return {
      verdict: 'deny',
      code: 'rate-day',
      values: { limit: String(requestsPerDay) },
      pointer: at('rate_limits/default/requests_per_day'),
      spec,
    }
  if (requestsPerMinute !== undefined && minute >= requestsPerMinute)
    return {
      verdict: 'deny',
      code: 'rate-minute',
      values: { limit: String(requestsPerMinute) },
      pointer: at('rate_limits/default/requests_per_minute'),
      spec,
    }
  return { verdict: 'allow', code: 'rate-within', pointer: at('rate_limits'), spec }
}
