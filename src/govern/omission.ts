import type { Decision } from '../model/decision.ts'
import type { GateOmissionReason, Omission } from '../model/read.ts'

interface GateOmission extends Omission {
  readonly reason: GateOmissionReason
}

/** Codes that mean something of their own; every other is an ask or a refusal. */
const reasonsByCode: Readonly<Record<string, GateOmissionReason>> = {
  'approval-required': 'ungranted',
  'approval-stale': 'changed',
  disabled: 'disabled',
}

/** Why something that the gates do not allow is omitted. */
export function omissionOf({ ref, verdict, reasons }: Decision): GateOmission {
  const otherwise = verdict === 'deny' ? 'refused' : 'ask'
  const given = reasons.find((reason) => reason.verdict === verdict)
  if (!given) return { ref, reason: otherwise, detail: '' }
  const { code, sentence, change } = given
  return { ref, reason: reasonsByCode[code] ?? otherwise, code, detail: [sentence, change].filter(Boolean).join(' ') }
}

/** No gate is asked about what a person switched off. */
export const disabledOmission = (ref: string): GateOmission => ({
  ref,
  reason: 'disabled',
  detail: `It is switched off. A person can run "lorefence enable ${ref}".`,
})
