import { seenAs } from '../exposure.ts'
import { notDeclared, type Gate } from '../gate.ts'

/** KCP §4.16. It says which condition holds; access, sensitivity and authority act on it. */
export const visibility: Gate = (subject, requester) => {
  if (subject.kind !== 'unit' || !subject.unit.visibility) return notDeclared
  const { condition, uncertain } = seenAs(subject, requester)
  const spec = 'KCP §4.16'
  if (condition === undefined) return { verdict: 'allow', code: uncertain ? 'visibility-unknown' : 'visibility-default', pointer: '/visibility/default', spec }
  return { verdict: 'allow', code: uncertain ? 'visibility-uncertain' : 'visibility-condition', values: { condition: String(condition + 1) }, pointer: `/visibility/conditions/${condition}`, spec }
}
