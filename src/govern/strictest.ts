import { gateNames, type Decision, type GateName, type Reason, type Verdict } from '../model/decisions/decision.ts'

export const strictness: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 }

const strictestOf = (judged: readonly { readonly verdict: Verdict }[]): Verdict =>
  judged.reduce<Verdict>((worst, { verdict }) => (strictness[verdict] > strictness[worst] ? verdict : worst), 'allow')

/** Between two that both allow, one with obligations is the stricter. */
const weight = ({ verdict, obligations = [] }: Reason): number =>
  strictness[verdict] + (obligations.length > 0 ? 0.5 : 0)

/** Where several entries name one file, each gate's strictest reason counts; the ref is that of the first entry. */
export function strictest(first: Decision, others: readonly Decision[]): Decision {
  const all = [first, ...others]
  const reasons = gateNames.flatMap((gate) => strictestReason(reasonsOf(gate, all)))
  return { ref: first.ref, verdict: strictestOf(all), reasons }
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

/** Whether refusals of a gate concern the text itself, and not only the entry that names it. */
const concernsText: Readonly<Record<GateName, boolean>> = {
  trust: false,
  status: false,
  access: true,
  visibility: true,
  sensitivity: true,
  authority: true,
  delegation: true,
  compliance: true,
  capability: false,
  freshness: false,
  temporal: true,
  source: false,
  integrity: true,
  signature: false,
  verification: false,
  deprecated: false,
  indexing: true,
  payment: true,
  rate: false,
  audience: false,
  artifact: false,
}

/** The part of a decision that concerns the text itself. */
export function aboutText({ ref, reasons: all }: Decision): Decision {
  const reasons = all.filter(({ gate }) => concernsText[gate])
  return { ref, verdict: strictestOf(reasons), reasons }
}
