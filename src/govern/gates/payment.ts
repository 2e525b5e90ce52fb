import { notDeclared, type Gate } from '../gate.ts'

/** KCP §4.14: what may cost money is asked for. */
export const payment: Gate = (subject) => {
  if (subject.kind !== 'unit') return notDeclared
  const tier = subject.unit.payment.value
  const place = { pointer: '/payment/default_tier', spec: 'KCP §4.14' }
  return tier === 'free' ? { verdict: 'allow', code: 'free', ...place } : { verdict: 'ask', code: `payment-${tier}`, ...place }
}
