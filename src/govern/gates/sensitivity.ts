import { sensitivities } from '../../model/vocabulary.ts'
import { seenAs } from '../exposure.ts'
import { notDeclared, type Gate } from '../gate.ts'

/** KCP §4.12: undeclared is unknown and is noted; above the requester's clearance is refused. */
export const sensitivity: Gate = (subject, requester) => {
  if (subject.kind !== 'unit') return notDeclared
  const spec = 'KCP §4.12'
  const declared = seenAs(subject, requester).exposure.sensitivity?.value
  if (declared === undefined) return { verdict: 'allow', code: 'sensitivity-undeclared', spec, obligations: ['note'] }
  const clearance = requester.clearance ?? 'public'
  const place = { values: { sensitivity: declared, clearance }, pointer: '/sensitivity', spec }
  return sensitivities.indexOf(declared) <= sensitivities.indexOf(clearance)
    ? { verdict: 'allow', code: 'sensitivity-cleared', ...place }
    : { verdict: 'deny', code: 'sensitivity-above-clearance', ...place }
}
