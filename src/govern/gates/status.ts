import type { PackStatus } from '../../model/vocabulary.ts'
import type { Verdict } from '../../model/decision.ts'
import type { Gate } from '../gate.ts'

const verdicts: Record<PackStatus, readonly [Verdict, string]> = {
  ready: ['allow', 'It is ready.'],
  'needs-review': ['allow', 'It needs review: its gaps are known.'],
  stale: ['allow', 'It is stale: prefer a newer alternative.'],
  draft: ['ask', 'It is a draft; a person must confirm its use.'],
  disputed: ['ask', 'It is disputed; a person must confirm its use.'],
  archived: ['ask', 'It is archived; it is used only when named, and confirmed.'],
}

/** Agent Knowledge, status-aware loading. */
export const statusGate: Gate = ({ pack }, _requester, { activation }) => {
  const [verdict, sentence] = verdicts[pack.status]
  const refused = pack.status === 'archived' && activation !== 'explicit'
  return {
    gate: 'status',
    verdict: refused ? 'deny' : verdict,
    code: pack.status,
    sentence,
    pointer: '/status',
    spec: 'AK discovery, status-aware loading',
    ...(pack.status === 'needs-review' || pack.status === 'stale' ? { obligations: ['note'] as const } : {}),
  }
}
