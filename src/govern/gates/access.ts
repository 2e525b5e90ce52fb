import { credentialPlace, seenAs } from '../exposure.ts'
import { always, notDeclared, writtenAt, type Finding, type Gate, type UnitSubject } from '../gate.ts'

const spec = 'KCP §4.11'
const openToAll = always({ verdict: 'allow', code: 'access-open', spec })

/** KCP §3.3, §4.11: what needs a credential is refused without one, and without the scope it names, if it names one. */
export const access: Gate = (subject, requester) => {
  if (subject.kind !== 'unit') return notDeclared
  const { unit } = subject
  const seen = seenAs(subject, requester)
  const pointer = credentialPlace(subject, seen)
  if (!seen.exposure.requiresAuth.value) return pointer === undefined ? openToAll : { ...openToAll, pointer }
  if (requester.authenticated !== true) return { ...withoutCredential(subject), pointer, spec }
  const methods = unit.unit.auth?.methods
  if (methods && !methods.some(({ type }) => type !== 'none' && requester.credentials?.includes(type ?? '')))
    return { ...withoutCredential(subject, 'credential-other'), pointer: writtenAt(unit, 'unit', 'auth'), spec }
  if (unit.access.value !== 'restricted') return { verdict: 'allow', code: 'credential-held', pointer, spec }
  const scope = unit.unit.authScope
  if (scope === undefined) return { verdict: 'allow', code: 'credential-held', pointer, spec }
  const held = requester.scopes?.includes(scope) === true
  return {
    verdict: held ? 'allow' : 'deny',
    code: held ? 'scope-held' : 'scope-missing',
    values: { scope },
    pointer: writtenAt(unit, 'unit', 'auth_scope'),
    spec,
  }
}

/** Says which ways the publisher offers, so that nobody has to guess (KCP §3.3). */
function withoutCredential({ auth }: UnitSubject, code = 'credential-missing'): Finding {
  const offered = (auth?.methods ?? []).flatMap(({ type }) => (type === undefined || type === 'none' ? [] : type))
  return offered.length === 0
    ? { verdict: 'deny', code: 'credential-unobtainable' }
    : { verdict: 'deny', code, values: { offered: offered.join(', ') } }
}
