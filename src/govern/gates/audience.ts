import { notDeclared, type Gate } from '../gate.ts'

/** KCP §4.6: whom the author had in mind; a note, never a refusal. */
export const audience: Gate = (subject, requester) => {
  if (subject.kind !== 'unit') return notDeclared
  const wanted = subject.unit.audience.value
  const spec = 'KCP §4.6'
  if (requester.audience === undefined || wanted.length === 0 || includesAudience(wanted, requester.audience)) return { verdict: 'allow', code: 'audience-fits', spec }
  return { verdict: 'allow', code: 'audience-other', values: { audience: wanted.join(', '), requester: requester.audience }, pointer: '/audience', spec, obligations: ['note'] }
}

/** `devops` and `operator` are the same (KCP §4.6). */
export function includesAudience(wanted: readonly string[], reader: string): boolean {
  return wanted.some((word) => sameAudience(word) === sameAudience(reader))
}

const sameAudience = (word: string): string => (word === 'devops' ? 'operator' : word)
