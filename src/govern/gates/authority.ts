import type { Verdict } from '../../model/decision.ts'
import type { Permission } from '../../model/vocabulary.ts'
import { seenAs } from '../exposure.ts'
import { notDeclared, type Gate } from '../gate.ts'

const verdicts: Record<Permission, Verdict> = { initiative: 'allow', requires_approval: 'ask', denied: 'deny' }

/** KCP §4.17, asked per action. An action nobody declared is denied. */
export const authority: Gate = (subject, requester, { action }) => {
  if (subject.kind !== 'unit') return notDeclared
  const declared = seenAs(subject, requester).exposure.authority.value
  const permission = Object.hasOwn(declared, action) ? (declared[action] ?? 'denied') : 'denied'
  return { verdict: verdicts[permission], code: `authority-${permission.replace('_', '-')}`, values: { action }, pointer: `/authority/${action}`, spec: 'KCP §4.17' }
}
