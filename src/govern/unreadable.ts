import type { GateName, Verdict } from '../model/decision.ts'
import type { GovernanceField } from '../model/governance.ts'
import { writtenAt, type Finding, type Subject, type UnitSubject } from './gate.ts'

interface Closed {
  readonly gate: GateName
  readonly verdict: Exclude<Verdict, 'allow'>
}

/** Which gate a field that cannot be read closes. It refuses where the field may have forbidden what no person can let pass. */
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

/** What a gate found, unless a field of its cannot be read and that weighs more. A gate that asks anyway then refuses, as one approval must not pass two asks. */
export function heedUnreadable(gate: GateName, found: Finding, subject: Subject): Finding {
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
