import { notDeclared, type Gate } from '../gate.ts'

const spec = 'KCP §3.6'

/**
 * KCP §3.6: what the manifests that declare this unit's manifest require. Outside its window nothing of a source is
 * used; an environment only selects.
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
  // Only a unit that was requested by name can be approved.
  return isNamed
    ? { verdict: 'ask', code: `source-${code}`, ...at, obligations: ['note'] }
    : { verdict: 'deny', code: 'source-closed-unnamed', ...at }
}
