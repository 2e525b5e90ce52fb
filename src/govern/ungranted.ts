import type { CatalogEntry } from '../model/catalog.ts'
import type { Decision, Grant } from '../model/decision.ts'
import type { Finding } from './gate.ts'
import { sentenceFor } from './sentences.ts'

/** The decision for an entry that is not granted, or has changed since; nothing that it declares counts. */
export const ungrantedDecision = (ref: string, grant: Grant | undefined): Decision =>
  asking(ref, grant?.changed ? 'approval-stale' : 'approval-required')

/** The decision about files that a granted entry named, once it has changed, is gone or cannot be used. */
export const waitingDecision = ({ ref, found: { path }, lapsed }: CatalogEntry): Decision =>
  asking(ref, `source-${lapsed ?? 'changed'}`, { source: ref, path })

/** The decision for an entry whose signature refuses it as a whole. */
export function signatureDecision(ref: string, { verdict, code, values = {} }: Finding): Decision {
  const { sentence, change } = sentenceFor(code, values, ref)
  const reason = {
    gate: 'signature',
    verdict,
    code,
    values,
    sentence,
    ...(change === undefined ? {} : { change }),
  } as const
  return { ref, verdict, reasons: [reason] }
}

function asking(ref: string, code: string, values?: Readonly<Record<string, string>>): Decision {
  const { sentence, change } = sentenceFor(code, values, ref)
  const reason = { gate: 'trust', verdict: 'ask', code, sentence } as const
  return {
    ref,
    verdict: 'ask',
    reasons: [{ ...reason, ...(values ? { values } : {}), ...(change === undefined ? {} : { change }) }],
  }
}
