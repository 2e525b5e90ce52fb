import { sensitivities } from '../../model/tables/vocabulary.ts'
import { resolveExposure, sensitivityPointer } from '../exposure.ts'
import type { Requester } from '../../model/decisions/requester.ts'
import { always, notDeclared, type Gate, type GateFinding, type UnitSubject } from '../gate.ts'

const spec = 'KCP §4.12'
const undeclared = always({ verdict: 'allow', code: 'sensitivity-undeclared', spec, obligations: ['note'] })

/**
 * KCP §4.12: undeclared is unknown and is noted; above the requester's clearance is denied. A file of keys or passwords
 * always asks, since naming one is the most common mistake and the oldest attack.
 */
export const sensitivity: Gate = (subject, requester) => {
  if (subject.kind !== 'unit') return notDeclared
  const found = declaredSensitivity(subject, requester)
  if (subject.privateName === undefined || found.verdict === 'deny') return found
  const values = { ...found.values, name: subject.privateName }
  return { verdict: 'ask', code: 'private-file', values, pointer: `/units/${subject.unit.unit.index}/path`, spec }
}

function declaredSensitivity(subject: UnitSubject, requester: Requester): GateFinding {
  const resolved = resolveExposure(subject, requester)
  const declared = resolved.exposure.sensitivity
  if (!declared) return undeclared
  const clearance = requester.clearance ?? 'public'
  const values = { sensitivity: declared.value, clearance }
  const pointer = sensitivityPointer(subject, resolved)
  if (sensitivities.indexOf(declared.value) <= sensitivities.indexOf(clearance))
    return { verdict: 'allow', code: 'sensitivity-cleared', values, pointer, spec }
  return {
    verdict: 'deny',
    code: requester.clearance === undefined ? 'clearance-unknown' : 'sensitivity-above-clearance',
    values,
    pointer,
    spec,
  }
}
