import type { CatalogEntry } from '../model/catalog.ts'
import { grantCodes, type Decision, type Grant } from '../model/decisions/decision.ts'
import type { GateFinding } from './gate.ts'
import { sentenceFor } from './sentences.ts'

/** For an entry that is not granted, or has changed since; nothing that it declares counts. */
export const ungrantedDecision = (ref: string, grant: Grant | undefined): Decision =>
  asking(ref, grant?.changed ? grantCodes.changed : grantCodes.ungranted)

/** For files named by a granted entry that has changed, is missing or cannot be used. */
export const waitingDecision = ({ ref, found: { path }, lapsed }: CatalogEntry): Decision =>
  asking(ref, `source-${lapsed ?? 'changed'}`, { source: ref, path })

/** For an entry that its signature refuses as a whole. */
export function signatureDecision(ref: string, { verdict, code, values = {} }: GateFinding): Decision {
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
