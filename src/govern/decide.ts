import { gateNames, type Decision, type GateName, type Reason, type Verdict } from '../model/decision.ts'
import type { Requester } from '../model/requester.ts'
import type { Circumstances, Gate, Subject } from './gate.ts'
import { access } from './gates/access.ts'
import { audience } from './gates/audience.ts'
import { authority } from './gates/authority.ts'
import { capability } from './gates/capability.ts'
import { compliance } from './gates/compliance.ts'
import { delegation } from './gates/delegation.ts'
import { deprecated } from './gates/deprecated.ts'
import { freshness } from './gates/freshness.ts'
import { indexing } from './gates/indexing.ts'
import { payment } from './gates/payment.ts'
import { rate } from './gates/rate.ts'
import { sensitivity } from './gates/sensitivity.ts'
import { status } from './gates/status.ts'
import { trust } from './gates/trust.ts'
import { verification } from './gates/verification.ts'
import { visibility } from './gates/visibility.ts'
import { sentenceFor } from './sentences.ts'

const gates: Readonly<Record<GateName, Gate>> = {
  trust, status, access, visibility, sensitivity, authority, delegation, compliance, capability, freshness, verification,
  deprecated, indexing, payment, rate, audience,
}

const strictness: readonly Verdict[] = ['allow', 'ask', 'deny']

/** Every gate speaks, the strictest verdict wins, no reason is dropped. */
export function decide(subject: Subject, requester: Requester, circumstances: Circumstances): Decision {
  const reasons = gateNames.map((gate) => reasonOf(gate, subject, requester, circumstances))
  const verdict = reasons.reduce<Verdict>((worst, reason) => (strictness.indexOf(reason.verdict) > strictness.indexOf(worst) ? reason.verdict : worst), 'allow')
  return { ref: subject.ref, verdict, reasons }
}

/** An approval turns its one ask into a yes; it can do nothing about a refusal, and nothing about trust, which has grants. */
function reasonOf(gate: GateName, subject: Subject, requester: Requester, circumstances: Circumstances): Reason {
  const { code, values, ...finding } = gates[gate](subject, requester, circumstances)
  const approved = finding.verdict === 'ask' && gate !== 'trust' && (subject.approvals?.includes(code) ?? false)
  const { says, change } = sentenceFor(code, values)
  return {
    gate, ...finding, code,
    ...(values ? { values } : {}),
    ...(approved ? { verdict: 'allow' as const, approved: true as const } : {}),
    sentence: approved ? `${says} A person approved it.` : says,
    ...(change !== undefined && !approved && finding.verdict !== 'allow' ? { change } : {}),
  }
}
