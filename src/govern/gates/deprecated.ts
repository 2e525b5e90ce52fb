import { always, notDeclared, writtenAt, type Gate } from '../gate.ts'

const spec = 'KCP §4.13'
const current = always({ verdict: 'allow', code: 'current', spec })

/** KCP §4.13: omitted unless requested by name; the successor is offered. */
export const deprecated: Gate = (subject, _requester, { activation }) => {
  if (subject.kind !== 'unit') return notDeclared
  const { value, origin } = subject.unit.deprecated
  if (!value) return current
  const { successor } = subject
  const terms = {
    pointer: writtenAt(subject.unit, origin, 'deprecated'),
    spec,
    ...(successor !== undefined && { values: { successor } }),
  }
  const code = successor === undefined ? 'deprecated' : 'deprecated-superseded'
  return activation === 'explicit'
    ? { verdict: 'allow', code: `${code}-named`, ...terms, obligations: ['note'] }
    : { verdict: 'deny', code, ...terms }
}
