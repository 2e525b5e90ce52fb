import { notDeclared, type Gate } from '../gate.ts'

/** KCP §4.15: both limits hold, the rolling minute and the UTC day; none is inferred. */
export const rate: Gate = (subject) => {
  if (subject.kind !== 'unit') return notDeclared
  const limits = subject.unit.rateLimits?.value
  const { minute, day } = subject.usage ?? { minute: 0, day: 0 }
  const spec = 'KCP §4.15'
  if (limits?.requestsPerMinute !== undefined && minute >= limits.requestsPerMinute) {
    return { verdict: 'deny', code: 'rate-minute', values: { limit: String(limits.requestsPerMinute) }, pointer: '/rate_limits/default/requests_per_minute', spec }
  }
  if (limits?.requestsPerDay !== undefined && day >= limits.requestsPerDay) {
    return { verdict: 'deny', code: 'rate-day', values: { limit: String(limits.requestsPerDay) }, pointer: '/rate_limits/default/requests_per_day', spec }
  }
  return { verdict: 'allow', code: 'rate-within', spec }
}
