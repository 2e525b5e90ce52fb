import type { Verdict } from '../../model/decisions/decision.ts'
import type { Authority } from '../../model/documents/effective.ts'
import type { Permission } from '../../model/tables/vocabulary.ts'
import { authorityPointer, resolveExposure } from '../exposure.ts'
import { always, type GateFinding, type Gate } from '../gate.ts'

const verdicts: Record<Permission, Verdict> = { initiative: 'allow', requires_approval: 'ask', denied: 'deny' }
const codes: Record<Permission, string> = {
  initiative: 'authority-initiative',
  requires_approval: 'authority-requires-approval',
  denied: 'authority-denied',
}

/** A pack is data to read; it cannot permit more (AK discovery, trust gates). */
const ofPacks: ReadonlySet<string> = new Set(['read', 'summarize'])

/** KCP §4.17, per action. An action that is not declared is denied. */
export const authority: Gate = (subject, requester, { action }) => {
  const values = { action }
  if (subject.kind === 'pack')
    return ofPacks.has(action)
      ? { verdict: 'allow', code: codes.initiative, values }
      : { verdict: 'deny', code: codes.denied, values }
  const resolved = resolveExposure(subject, requester)
  const { value: declared, origin } = resolved.exposure.authority
  const permission = Object.hasOwn(declared, action) ? (declared[action] ?? 'denied') : 'denied'
  if (permission === 'initiative' && origin !== 'unit' && resolved.condition === undefined)
    return permitted(declared, action, authorityPointer(subject, resolved, action))
  return {
    verdict: verdicts[permission],
    code: codeOf(permission, action),
    values,
    pointer: authorityPointer(subject, resolved, action),
    spec: 'KCP §4.17',
  }
}

let latest: { readonly declared: Authority; readonly action: string; readonly finding: GateFinding } | undefined

/** Units that inherit one block share the finding. */
function permitted(declared: Authority, action: string, pointer: string | undefined): GateFinding {
  if (latest?.declared !== declared || latest.action !== action)
    latest = {
      declared,
      action,
      finding: always({ verdict: 'allow', code: codes.initiative, values: { action }, pointer, spec: 'KCP §4.17' }),
    }
  return latest.finding
}

/** Each action is approved separately, so the code of an `ask` names it, except `read`. */
const codeOf = (permission: Permission, action: string): string =>
  permission === 'requires_approval' && action !== 'read' ? `${codes[permission]}:${action}` : codes[permission]
