import type { GateName, Verdict } from '../model/decision.ts'
import type { GovernanceField } from '../model/governance.ts'
import { writtenAt, type Finding, type Subject, type UnitSubject } from './gate.ts'

interface Closed {
  readonly gate: GateName
  readonly verdict: Exclude<Verdict, 'allow'>
}

/** The gate that an unreadable field closes. It denies where the field may have denied what no approval can lift. */
const closes: Readonly<Record<GovernanceField, Closed>> = {
  access: { gate: 'access', verdict: 'deny' },
  auth_scope: { gate: 'access', verdict: 'deny' },
  sensitivity: { gate: 'sensitivity', verdict: 'deny' },
  visibility: { gate: 'visibility', verdict: 'deny' },
  authority: { gate: 'authority', verdict: 'ask' },
  delegation: { gate: 'delegation', verdict: 'deny' },
  compliance: { gate: 'compliance', verdict: 'deny' },
  indexing: { gate: 'indexing', verdict: 'deny' },
  license: { gate: 'indexing', verdict: 'ask' },
  payment: { gate: 'payment', verdict: 'ask' },
  rate_limits: { gate: 'rate', verdict: 'ask' },
  freshness_policy: { gate: 'freshness', verdict: 'ask' },
  temporal: { gate: 'temporal', verdict: 'ask' },
  content_hash: { gate: 'integrity', verdict: 'ask' },
  validated: { gate: 'freshness', verdict: 'ask' },
  requires_capabilities: { gate: 'capability', verdict: 'ask' },
  deprecated: { gate: 'deprecated', verdict: 'ask' },
  discovery: { gate: 'verification', verdict: 'ask' },
  trust: { gate: 'compliance', verdict: 'ask' },
}

/** Gates that evaluate fields which may be unreadable. */
export const fieldGates: ReadonlySet<GateName> = new Set(Object.values(closes).map(({ gate }) => gate))

/** Replaces a finding where a field of its gate cannot be read. An `ask` becomes `deny`: one approval must not pass two. */
export function closeUnreadable(gate: GateName, found: Finding, subject: Subject): Finding {
  if (subject.kind !== 'unit' || found.verdict === 'deny') return found
  const fields = subject.unit.unreadable.filter((field) => closes[field].gate === gate && matters(field, subject))
  const [first] = fields
  if (first === undefined) return found
  const verdict = found.verdict === 'ask' || fields.some((field) => closes[field].verdict === 'deny') ? 'deny' : 'ask'
  const origin = subject.unit.unit.unreadable.includes(first) ? 'unit' : 'root'
  return {
    ...found,
    verdict,
    code: `${gate}-unreadable`,
    values: { fields: fields.join(', ') },
    pointer: writtenAt(subject.unit, origin, first),
  }
}

/** A date alone governs nothing; without a policy it counts as undeclared (KCP §4.1.1). */
const matters = (field: GovernanceField, { unit }: UnitSubject): boolean =>
  field !== 'validated' || unit.freshnessPolicy !== undefined
