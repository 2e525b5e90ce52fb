import type { Decision, Verdict } from '../model/decision.ts'
import type { Requester } from '../model/requester.ts'
import type { Circumstances, Gate, Subject } from './gate.ts'
import { statusGate } from './gates/status.ts'
import { trustGate } from './gates/trust.ts'

const gates: readonly Gate[] = [trustGate, statusGate]

const strictness: readonly Verdict[] = ['allow', 'ask', 'deny']

/** Every gate speaks, the strictest verdict wins, no reason is dropped. */
export function decide(subject: Subject, requester: Requester, circumstances: Circumstances): Decision {
  const reasons = gates.map((gate) => gate(subject, requester, circumstances))
  const verdict = reasons.reduce<Verdict>((worst, reason) => (strictness.indexOf(reason.verdict) > strictness.indexOf(worst) ? reason.verdict : worst), 'allow')
  return { ref: subject.ref, verdict, reasons }
}
