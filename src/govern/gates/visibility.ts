import { resolveExposure } from '../exposure.ts'
import { always, notDeclared, writtenAt, type Gate } from '../gate.ts'

const spec = 'KCP §4.16'
const undeclared = always({ verdict: 'allow', code: 'visibility-undeclared', spec })

/** KCP §4.16. Reports which condition applies; access, sensitivity and authority act on it. */
export const visibility: Gate = (subject, requester) => {
  if (subject.kind !== 'unit') return notDeclared
  const declared = subject.unit.visibility
  if (!declared) return undeclared
  const { condition, uncertain } = resolveExposure(subject, requester)
  if (condition === undefined)
    return {
      verdict: 'allow',
      code: uncertain ? 'visibility-unknown' : 'visibility-default',
      pointer: writtenAt(subject.unit, declared.origin, 'visibility'),
      spec,
    }
  const code = uncertain ? 'visibility-uncertain' : 'visibility-condition'
  return {
    verdict: 'allow',
    code,
    values: { condition: String(condition + 1) },
    pointer: writtenAt(subject.unit, declared.origin, `visibility/conditions/${condition}`),
    spec,
  }
}
