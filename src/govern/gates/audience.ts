import { always, notDeclared, writtenAt, type Gate } from '../gate.ts'

const spec = 'KCP §4.6'
const undeclared = always({ verdict: 'allow', code: 'audience-anybody', spec })
const unknown = always({ verdict: 'allow', code: 'audience-unknown', spec })

/** KCP §4.6: another audience is noted, never denied. */
export const audience: Gate = (subject, requester) => {
  if (subject.kind !== 'unit') return notDeclared
  const { value: wanted, origin } = subject.unit.audience
  if (wanted.length === 0) return undeclared
  const reader = requester.audience
  if (reader === undefined) return unknown
  const pointer = writtenAt(subject.unit, origin, 'audience')
  if (includesAudience(wanted, reader)) return { verdict: 'allow', code: 'audience-fits', pointer, spec }
  return {
    verdict: 'allow',
    code: 'audience-other',
    values: { audience: wanted.join(', '), requester: reader },
    pointer,
    spec,
    obligations: ['note'],
  }
}

/** `devops` and `operator` are the same (KCP §4.6). */
export function includesAudience(wanted: readonly string[], reader: string): boolean {
  return wanted.some((word) => sameAudience(word) === sameAudience(reader))
}

const sameAudience = (word: string): string => (word === 'devops' ? 'operator' : word)
