import { gateNames, type Decision, type Reason, type Verdict } from '../model/decision.ts'

const strictness: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 }

/** Between two that both allow, one with obligations is the stricter. */
const weight = ({ verdict, obligations = [] }: Reason): number =>
  strictness[verdict] + (obligations.length > 0 ? 0.5 : 0)

/** Where several entries name one file, each gate's strictest reason counts; the ref is that of the first entry. */
export function strictest(first: Decision, others: readonly Decision[]): Decision {
  const reasons = gateNames.flatMap((gate) => {
    const said = [first, ...others].flatMap((decision) => decision.reasons.filter((reason) => reason.gate === gate))
    const [own] = said
    return own
      ? [
          withAllObligations(
            said.reduce<Reason>((worst, reason) => (weight(reason) > weight(worst) ? reason : worst), own),
            said,
          ),
        ]
      : []
  })
  const verdict = [first, ...others].reduce<Verdict>(
    (worst, decision) => (strictness[decision.verdict] > strictness[worst] ? decision.verdict : worst),
    'allow',
  )
  return { ref: first.ref, verdict, reasons }
}

/** One entry may require attribution and another forbid training. */
function withAllObligations(worst: Reason, said: readonly Reason[]): Reason {
  if (said.every(({ obligations }) => obligations === undefined || obligations === worst.obligations)) return worst
  return { ...worst, obligations: [...new Set([worst, ...said].flatMap(({ obligations = [] }) => obligations))] }
}
