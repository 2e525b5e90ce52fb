import { notDeclared, type Gate } from '../gate.ts'

const spec = 'KCP §3.6'

/**
 * KCP §3.6: what the manifests that declare its manifest say about it. Outside the window of a source nothing of it is used;
 * an environment only selects.
 */
export const source: Gate = (subject, _requester, { activation, allTemporal }) => {
  if (subject.kind !== 'unit' || !subject.source) return notDeclared
  const { code, ...values } = subject.source
  const at = { values, spec }
  const isNamed = activation === 'explicit'
  if (code === 'context' || code === 'context-unknown')
    return isNamed
      ? { verdict: 'allow', code: 'source-context-named', ...at, obligations: ['note'] }
      : { verdict: 'deny', code: 'source-context', ...at }
  if (code === 'unreadable') return { verdict: 'ask', code: 'source-unreadable', ...at }
  if (allTemporal) return { verdict: 'allow', code: 'source-listed', ...at, obligations: ['note'] }
  // Nobody approves what nobody requested.
  return isNamed
    ? { verdict: 'ask', code: `source-${code}`, ...at, obligations: ['note'] }
    : { verdict: 'deny', code: 'source-closed-unnamed', ...at }
}
