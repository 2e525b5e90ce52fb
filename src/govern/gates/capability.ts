import { always, notDeclared, writtenAt, type Gate } from '../gate.ts'

const spec = 'KCP §3.7'
const undemanded = always({ verdict: 'allow', code: 'capabilities-undemanded', spec })

/** KCP §3.7: a missing capability is noted when reading; `query` omits the unit. */
export const capability: Gate = (subject, requester) => {
  if (subject.kind !== 'unit') return notDeclared
  const required = subject.unit.unit.requiresCapabilities
  if (required === undefined || required.length === 0) return undemanded
  const pointer = writtenAt(subject.unit, 'unit', 'requires_capabilities')
  const missing = missingCapabilities(required, requester.capabilities ?? [])
  if (missing.length === 0) return { verdict: 'allow', code: 'capabilities-held', pointer, spec }
  return {
    verdict: 'allow',
    code: 'capabilities-missing',
    values: { missing: missing.join(', ') },
    pointer,
    spec,
    obligations: ['note'],
  }
}

/** KCP §15.6: `kubectl` and `tool:kubectl` are the same; other prefixes are taken literally. */
export function missingCapabilities(required: readonly string[], held: readonly string[]): readonly string[] {
  const have = new Set(held.map(withoutTool))
  return required.filter((wanted) => !have.has(withoutTool(wanted)))
}

const withoutTool = (capability: string): string => (capability.startsWith('tool:') ? capability.slice(5) : capability)
