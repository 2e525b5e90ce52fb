import type { CatalogEntry } from '../model/catalog.ts'
import { grantCodes, type Decision, type Grant } from '../model/decision.ts'
import { sentenceFor } from './sentences.ts'

/** The decision for an entry that is not granted, or has changed since; nothing that it declares counts. */
export const ungrantedDecision = (ref: string, grant: Grant | undefined): Decision =>
  asking(ref, grant?.changed ? grantCodes.changed : grantCodes.ungranted)

/** The decision about files that a granted entry named, once it has changed, is gone or cannot be used. */
export const waitingDecision = ({ ref, found: { path }, lapsed }: CatalogEntry): Decision =>
  asking(ref, `source-${lapsed ?? 'changed'}`, { source: ref, path })

function asking(ref: string, code: string, values?: Readonly<Record<string, string>>): Decision {
  const { sentence, change } = sentenceFor(code, values, ref)
  const reason = { gate: 'trust', verdict: 'ask', code, sentence } as const
  return {
    ref,
    verdict: 'ask',
    reasons: [{ ...reason, ...(values ? { values } : {}), ...(change === undefined ? {} : { change }) }],
  }
}
