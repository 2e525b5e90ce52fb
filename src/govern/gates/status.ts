import type { PackStatus } from '../../model/tables/vocabulary.ts'
import { always, notDeclared, type GateFinding, type Gate } from '../gate.ts'

const place = { pointer: '/status', spec: 'AK discovery, status-aware loading' }

/** Allowed findings are shared by all packs; an `ask` is not, because an approval may change it. */
const findings: Record<PackStatus, GateFinding> = {
  ready: always({ verdict: 'allow', code: 'status-ready', ...place }),
  'needs-review': always({ verdict: 'allow', obligations: ['note'], code: 'status-needs-review', ...place }),
  stale: always({ verdict: 'allow', obligations: ['note'], code: 'status-stale', ...place }),
  draft: { verdict: 'ask', obligations: ['note'], code: 'status-draft', ...place },
  disputed: { verdict: 'ask', obligations: ['note'], code: 'status-disputed', ...place },
  archived: { verdict: 'ask', obligations: ['note'], code: 'status-archived', ...place },
}

/**
 * Agent Knowledge, status-aware loading. An archived pack is used only when requested by name, a disabled one never.
 */
export const status: Gate = (subject, _requester, { activation }) => {
  if (subject.disabled) return { verdict: 'deny', code: 'disabled' }
  if (subject.kind !== 'pack') return notDeclared
  const declared = subject.pack.status
  if (declared !== 'archived' || activation === 'explicit') return findings[declared]
  return { verdict: 'deny', code: 'status-archived-unnamed', ...place }
}
