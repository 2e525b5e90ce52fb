import {
  gateNames,
  requesterGates,
  type Decision,
  type GateName,
  type Reason,
  type Verdict,
} from '../model/decision.ts'

const strictness: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 }

/** Between two that both allow, one with obligations is the stricter. */
const weight = ({ verdict, obligations = [] }: Reason): number =>
  strictness[verdict] + (obligations.length > 0 ? 0.5 : 0)

/** Where several entries name one file, each gate's strictest reason counts; the ref is that of the first entry. */
export function strictest(first: Decision, others: readonly Decision[]): Decision {
  const all = [first, ...others]
  const reasons = gateNames.flatMap((gate) => strictestReason(reasonsOf(gate, all)))
  const verdict = all.reduce<Verdict>(
    (worst, decision) => (strictness[decision.verdict] > strictness[worst] ? decision.verdict : worst),
    'allow',
  )
  return { ref: first.ref, verdict, reasons }
}

const reasonsOf = (gate: GateName, decisions: readonly Decision[]): readonly Reason[] =>
  decisions.flatMap(({ reasons }) => reasons.filter((reason) => reason.gate === gate))

function strictestReason(found: readonly Reason[]): readonly Reason[] {
  const [first] = found
  if (!first) return []
  const worst = found.reduce((strictest, reason) => (weight(reason) > weight(strictest) ? reason : strictest), first)
  return [withAllObligations(worst, found)]
}

/** One entry may require attribution and another forbid training. */
function withAllObligations(worst: Reason, found: readonly Reason[]): Reason {
  if (found.every(({ obligations }) => obligations === undefined || obligations === worst.obligations)) return worst
  return { ...worst, obligations: [...new Set([worst, ...found].flatMap(({ obligations = [] }) => obligations))] }
}

/** The gates whose refusals are about a text, and not about the unit that names it. */
const ofText: ReadonlySet<GateName> = new Set([...requesterGates, 'temporal', 'integrity', 'indexing', 'payment'])

/** What a decision says about the text alone. */
export function aboutText({ ref, reasons: all }: Decision): Decision {
  const reasons = all.filter(({ gate }) => ofText.has(gate))
  return {
    ref,
    verdict: reasons.reduce<Verdict>(
      (worst, { verdict }) => (strictness[verdict] > strictness[worst] ? verdict : worst),
      'allow',
    ),
    reasons,
  }
}
