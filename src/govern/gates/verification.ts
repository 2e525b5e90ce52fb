import { notDeclared, type Gate } from '../gate.ts'

/** KCP §4.18: what is no longer there is not loaded for live work unless somebody names it. */
export const verification: Gate = (subject, _requester, { activation }) => {
  if (subject.kind !== 'unit') return notDeclared
  const { status, confidence, contradictedBy } = subject.unit.verification
  const place = { values: { status: status.value, confidence: String(confidence.value), other: contradictedBy?.value ?? '' }, pointer: '/discovery/verification_status', spec: 'KCP §4.18' }
  if (status.value === 'deprecated') {
    return activation === 'explicit' ? { verdict: 'allow', code: 'verification-deprecated-named', ...place, obligations: ['note'] } : { verdict: 'deny', code: 'verification-deprecated', ...place }
  }
  if (contradictedBy) return { verdict: 'allow', code: 'discovery-conflict', ...place, obligations: ['note'] }
  return status.value === 'verified' ? { verdict: 'allow', code: 'verified', ...place } : { verdict: 'allow', code: 'not-verified', ...place, obligations: ['note'] }
}
