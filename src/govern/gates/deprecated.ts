import { notDeclared, type Gate } from '../gate.ts'

/** KCP §4.13: left out unless named; the successor is offered. */
export const deprecated: Gate = (subject, _requester, { activation }) => {
  if (subject.kind !== 'unit') return notDeclared
  const spec = 'KCP §4.13'
  if (!subject.unit.deprecated.value) return { verdict: 'allow', code: 'current', spec }
  const place = { values: { successor: subject.successor ?? '' }, pointer: '/deprecated', spec }
  const code = subject.successor === undefined ? 'deprecated' : 'deprecated-superseded'
  return activation === 'explicit' ? { verdict: 'allow', code: `${code}-named`, ...place, obligations: ['note'] } : { verdict: 'deny', code, ...place }
}
