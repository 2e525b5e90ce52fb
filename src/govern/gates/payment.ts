import { always, notDeclared, writtenAt, type Gate } from '../gate.ts'

const spec = 'KCP §4.14'
const free = always({ verdict: 'allow', code: 'free', spec })

/** KCP §4.14: a unit that may cost money needs an approval. */
export const payment: Gate = (subject) => {
  if (subject.kind !== 'unit') return notDeclared
  const { value: tier, origin } = subject.unit.payment
  return tier === 'free'
    ? free
    : {
        verdict: 'ask',
        code: `payment-${tier}`,
        pointer: writtenAt(subject.unit, origin, 'payment/default_tier'),
        spec,
      }
}
