import { gateNames, type Decision, type GateName, type Reason, type Verdict } from '../model/decision.ts'
import type { Requester } from '../model/requester.ts'
import { discreet } from './discreet.ts'
import type { Circumstances, Finding, Subject } from './gate.ts'
import { gates } from './gates.ts'
import { sentenceFor } from './sentences.ts'
import { heedUnreadable } from './unreadable.ts'

const strictness: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 }

/** Every gate speaks, the strictest verdict wins, no reason is dropped. */
export function decide(subject: Subject, requester: Requester, circumstances: Circumstances): Decision {
  const isReadable = subject.kind !== 'unit' || subject.unit.unreadable.length === 0
  let verdict: Verdict = 'allow'
  const reasons = gateNames.map((gate) => {
    const found = gates[gate](subject, requester, circumstances)
    const reason = reasonOf(gate, isReadable ? found : heedUnreadable(gate, found, subject, circumstances), subject)
    if (strictness[reason.verdict] > strictness[verdict]) verdict = reason.verdict
    return reason
  })
  return { ref: subject.ref, verdict, reasons }
}

/** Reasons that are the same for every entry, by what was found. */
const lasting = Object.fromEntries(gateNames.map((gate) => [gate, new WeakMap<Finding, Reason>()])) as Readonly<
  Record<GateName, WeakMap<Finding, Reason>>
>

function reasonOf(gate: GateName, found: Finding, subject: Subject): Reason {
  const known = lasting[gate].get(found)
  if (known) return known
  const reason = makeReason(gate, found, subject)
  if (Object.isFrozen(found)) lasting[gate].set(found, Object.freeze(reason))
  return reason
}

/** An approval turns its one ask into a yes; it can do nothing about a refusal, and nothing about trust, which has grants. */
function makeReason(gate: GateName, found: Finding, subject: Subject): Reason {
  const { verdict, code, pointer, spec, obligations, asksAbout } = found
  const { ref, approvals, manifestApprovals, confirmed } = subject
  const values = discreet(found.values, subject)
  // A client may stand in for the terminal where a status asks, and nowhere else.
  const byClient = verdict === 'ask' && gate === 'status' && confirmed !== undefined && confirmed.includes(code)
  const byPerson =
    approvals?.includes(code) === true || (asksAbout !== undefined && manifestApprovals?.includes(code) === true)
  const approved = byClient || (verdict === 'ask' && gate !== 'trust' && byPerson)
  const { says, change } = sentenceFor(code, values, asksAbout ?? ref)
  const reason: { -readonly [Key in keyof Reason]: Reason[Key] } = {
    gate,
    verdict: approved ? 'allow' : verdict,
    code,
    sentence: approved ? `${says} A person approved it${byClient ? ' for this session' : ''}.` : says,
  }
  if (change !== undefined && !approved) reason.change = change
  if (approved) reason.approved = true
  if (byClient) reason.approvedBy = 'client'
  if (asksAbout !== undefined && verdict === 'ask') reason.asksAbout = asksAbout
  if (values) reason.values = values
  if (pointer !== undefined) reason.pointer = pointer
  if (spec !== undefined) reason.spec = spec
  if (obligations) reason.obligations = obligations
  return reason
}
