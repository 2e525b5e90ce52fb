import { always, notDeclared, writtenAt, type GateFinding, type Gate } from '../gate.ts'

const spec = 'KCP §4.14'
const free = always({ verdict: 'allow', code: 'free', spec })

/** Methods that need no payment here. `x402` and unknown methods are absent, because lorefence pays nothing. */
const supported: Readonly<Record<string, GateFinding>> = {
  free,
  meter: { verdict: 'ask', code: 'payment-metered', spec },
  subscription: { verdict: 'ask', code: 'payment-subscription', spec },
}

/** KCP §4.14: the first supported method counts; a unit that may cost money needs an approval. */
export const payment: Gate = (subject) => {
  if (subject.kind !== 'unit') return notDeclared
  const { payment: tier, paymentMethods: methods } = subject.unit
  if (methods && methods.value.length > 0) {
    const offered = methods.value.map(({ type }) => type ?? 'an unnamed method')
    const first = offered.find((type) => Object.hasOwn(supported, type))
    const pointer = writtenAt(subject.unit, methods.origin, 'payment/methods')
    if (first !== undefined) return { ...(supported[first] ?? free), pointer }
    return { verdict: 'deny', code: 'payment-unsupported', values: { offered: offered.join(', ') }, pointer, spec }
  }
  return tier.value === 'free'
    ? free
    : {
        verdict: 'ask',
        code: `payment-${tier.value}`,
        pointer: writtenAt(subject.unit, tier.origin, 'payment/default_tier'),
        spec,
      }
}
