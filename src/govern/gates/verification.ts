import { always, notDeclared, writtenAt, type Gate } from '../gate.ts'

const spec = 'KCP §4.18'
const verified = always({ verdict: 'allow', code: 'verified', spec })

/** KCP §4.18: a unit whose subject no longer exists is not loaded unless requested by name. */
export const verification: Gate = (subject, _requester, { activation }) => {
  if (subject.kind !== 'unit') return notDeclared
  const { status, confidence, contradictedBy } = subject.unit.verification
  const pointer = writtenAt(subject.unit, status.origin, 'discovery/verification_status')
  if (status.value === 'deprecated') {
    return activation === 'explicit'
      ? { verdict: 'allow', code: 'verification-deprecated-named', pointer, spec, obligations: ['note'] }
      : { verdict: 'deny', code: 'verification-deprecated', pointer, spec }
  }
  if (contradictedBy) {
    const values = { status: status.value, other: contradictedBy.value }
    return {
      verdict: 'allow',
      code: 'discovery-conflict',
      values,
      pointer: writtenAt(subject.unit, contradictedBy.origin, 'discovery/contradicted_by'),
      spec,
      obligations: ['note'],
    }
  }
  if (status.value === 'verified') return pointer === undefined ? verified : { ...verified, pointer }
  return {
    verdict: 'allow',
    code: 'not-verified',
    values: { status: status.value, confidence: String(confidence.value) },
    pointer,
    spec,
    obligations: ['note'],
  }
}
