import type { Decision, Grant } from '../model/decision.ts'
import { sentenceFor } from './sentences.ts'

/** The decision for an entry that is not granted, or has changed since; nothing that it declares counts. */
export function ungrantedDecision(ref: string, grant: Grant | undefined): Decision {
  const code = grant?.changed ? 'approval-stale' : 'approval-required'
  const { sentence, change } = sentenceFor(code, {}, ref)
  return {
    ref,
    verdict: 'ask',
    reasons: [{ gate: 'trust', verdict: 'ask', code, sentence, ...(change === undefined ? {} : { change }) }],
  }
}
