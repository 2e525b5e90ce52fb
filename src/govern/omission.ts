import { grantCodes, type Decision } from '../model/decisions/decision.ts'
import type { GateOmissionReason, Omission } from '../model/reading/read.ts'
import { sentenceFor } from './sentences.ts'

interface GateOmission extends Omission {
  readonly reason: GateOmissionReason
}

/** Codes with a reason of their own; every other is an ask or a refusal. */
const reasonsByCode: Readonly<Record<string, GateOmissionReason>> = {
  [grantCodes.ungranted]: 'ungranted',
  [grantCodes.changed]: 'changed',
  'source-changed': 'changed',
  'source-missing': 'changed',
  'source-unusable': 'changed',
  disabled: 'disabled',
}

export function omissionOf({ ref, verdict, reasons }: Decision): GateOmission {
  const otherwise = verdict === 'deny' ? 'refused' : 'ask'
  const decisive = reasons.find((reason) => reason.verdict === verdict)
  if (!decisive) return { ref, reason: otherwise, detail: '' }
  const { code, sentence, change, values } = decisive
  return {
    ref,
    reason: reasonsByCode[code] ?? otherwise,
    code,
    detail: [sentence, change].filter(Boolean).join(' '),
    ...(values?.['source'] === undefined ? {} : { closedBy: values['source'] }),
  }
}

/** No gate is evaluated for an entry that a person disabled. */
export function disabledOmission(ref: string): GateOmission {
  const { sentence, change } = sentenceFor('disabled', {}, ref)
  return { ref, reason: 'disabled', detail: `${sentence} ${change}` }
}
