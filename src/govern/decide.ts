import { gateNames, type Decision, type GateName, type Reason, type Verdict } from '../model/decisions/decision.ts'
import type { Requester } from '../model/decisions/requester.ts'
import type { Circumstances, GateFinding, Subject } from './gate.ts'
import { gates } from './gates.ts'
import { sentenceFor } from './sentences.ts'
import { strictness } from './strictest.ts'
import { closeUnreadable } from './unreadable.ts'

/** Every gate is evaluated, the strictest verdict wins, no reason is dropped. */
export function decide(subject: Subject, requester: Requester, circumstances: Circumstances): Decision {
  const isReadable = subject.kind !== 'unit' || subject.unit.unreadable.length === 0
  let verdict: Verdict = 'allow'
  const reasons = gateNames.map((gate) => {
    const found = gates[gate](subject, requester, circumstances)
    const reason = reasonOf(gate, isReadable ? found : closeUnreadable(gate, found, subject, circumstances), subject)
    if (strictness[reason.verdict] > strictness[verdict]) verdict = reason.verdict
    return reason
  })
  return { ref: subject.ref, verdict, reasons }
}

/** Reasons that are the same for every entry, by finding. */
const sharedReasons = Object.fromEntries(
  gateNames.map((gate) => [gate, new WeakMap<GateFinding, Reason>()]),
) as Readonly<Record<GateName, WeakMap<GateFinding, Reason>>>

function reasonOf(gate: GateName, found: GateFinding, subject: Subject): Reason {
  const known = sharedReasons[gate].get(found)
  if (known) return known
  const reason = makeReason(gate, found, subject)
  if (Object.isFrozen(found)) sharedReasons[gate].set(found, Object.freeze(reason))
  return reason
}

/**
 * An approval turns the `ask` of its code into `allow`, a refusal into `deny`. It never lifts a `deny`, nor the trust
 * gate, which needs a grant.
 */
function makeReason(gate: GateName, found: GateFinding, subject: Subject): Reason {
  const { verdict, code, pointer, spec, obligations, asksAbout } = found
  const { ref, approvals, manifestApprovals, confirmed, refusals, answeredBy } = subject
  const values = withoutFreeText(found.values, subject)
  // A client may replace the terminal for a status only.
  const byClient = verdict === 'ask' && gate === 'status' && confirmed !== undefined && confirmed.includes(code)
  const byPerson =
    // A signature question concerns certain bytes, so an approval without their digest does not count.
    (gate !== 'signature' && approvals?.includes(code) === true) ||
    (asksAbout !== undefined && manifestApprovals?.includes(code) === true)
  const isRefused = verdict === 'ask' && gate !== 'trust' && refusals?.includes(code) === true
  const approved = !isRefused && (byClient || (verdict === 'ask' && gate !== 'trust' && byPerson))
  const { sentence, change } = sentenceFor(code, values, asksAbout ?? ref)
  const reason: { -readonly [Key in keyof Reason]: Reason[Key] } = {
    gate,
    verdict: answeredVerdict(verdict, approved, isRefused),
    code,
    sentence: `${sentence}${isRefused ? ' A person refused it.' : ''}`,
  }
  if (approved) reason.sentence += ` A person approved it${byClient ? ' for this session' : ''}.`
  const by = answeredBy && Object.hasOwn(answeredBy, code) ? answeredBy[code] : undefined
  if (by !== undefined && (approved || isRefused)) reason.by = by
  if (isRefused) reason.refused = true
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

function answeredVerdict(asked: Verdict, approved: boolean, refused: boolean): Verdict {
  if (refused) return 'deny'
  return approved ? 'allow' : asked
}

/** A short plain name, too short to hold instructions for a model. */
const plainName = /^[A-Za-z0-9:._-]{1,32}$/

/** Until an entry is granted, its author's free text is kept out of the reasons, which a model may read. */
function withoutFreeText(
  values: Readonly<Record<string, string>> | undefined,
  { builtin, grant }: Subject,
): Readonly<Record<string, string>> | undefined {
  if (values === undefined || builtin || (grant && !grant.changed)) return values
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === '' || plainName.test(value) ? value : '(shown once it is granted)',
    ]),
  )
}
