import { seenAs } from '../exposure.ts'
import { notDeclared, type Gate } from '../gate.ts'

/** KCP §3.3, §4.11: what needs a credential is refused without one, and without the scope it names. */
export const access: Gate = (subject, requester) => {
  if (subject.kind !== 'unit') return notDeclared
  const { unit } = subject
  const place = { pointer: '/access', spec: 'KCP §4.11' }
  if (!seenAs(subject, requester).exposure.requiresAuth.value) return { verdict: 'allow', code: 'access-open', ...place }
  if (requester.authenticated !== true) return { verdict: 'deny', code: 'credential-missing', values: { access: unit.access.value }, ...place }
  if (unit.access.value !== 'restricted') return { verdict: 'allow', code: 'credential-held', ...place }
  const scope = unit.unit.authScope
  if (scope === undefined) return { verdict: 'deny', code: 'scope-undeclared', ...place }
  return requester.scopes?.includes(scope)
    ? { verdict: 'allow', code: 'scope-held', values: { scope }, ...place }
    : { verdict: 'deny', code: 'scope-missing', values: { scope }, pointer: '/auth_scope', spec: 'KCP §4.11' }
}
