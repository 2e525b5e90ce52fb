import type { PackStatus } from '../../model/vocabulary.ts'
import { notDeclared, type Finding, type Gate } from '../gate.ts'

const verdicts: Record<PackStatus, Pick<Finding, 'verdict' | 'obligations'>> = {
  ready: { verdict: 'allow' },
  'needs-review': { verdict: 'allow', obligations: ['note'] },
  stale: { verdict: 'allow', obligations: ['note'] },
  draft: { verdict: 'ask', obligations: ['note'] },
  disputed: { verdict: 'ask', obligations: ['note'] },
  archived: { verdict: 'ask', obligations: ['note'] },
}

/** Agent Knowledge, status-aware loading. An archived pack is used only when it is named; what a person switched off, not at all. */
export const status: Gate = (subject, _requester, { activation }) => {
  if (subject.disabled) return { verdict: 'deny', code: 'disabled' }
  if (subject.kind !== 'pack') return notDeclared
  const declared = subject.pack.status
  const place = { code: `status-${declared}`, pointer: '/status', spec: 'AK discovery, status-aware loading' }
  if (declared === 'archived' && activation !== 'explicit') return { ...place, verdict: 'deny', code: 'status-archived-unnamed' }
  return { ...verdicts[declared], ...place }
}
