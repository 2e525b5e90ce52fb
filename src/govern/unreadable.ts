import type { GateName } from '../model/decisions/decision.ts'
import type { GovernanceField, Malformed } from '../model/documents/governance.ts'
import { writtenAt, type Circumstances, type GateFinding, type Subject, type UnitSubject } from './gate.ts'

/** The gate that asks about an unreadable field. A license adds obligations and closes nothing. */
const asking: Readonly<Record<Exclude<GovernanceField, 'license'>, GateName>> = {
  kind: 'artifact',
  access: 'access',
  auth: 'access',
  auth_scope: 'access',
  sensitivity: 'sensitivity',
  visibility: 'visibility',
  authority: 'authority',
  delegation: 'delegation',
  compliance: 'compliance',
  indexing: 'indexing',
  payment: 'payment',
  rate_limits: 'rate',
  freshness_policy: 'freshness',
  temporal: 'temporal',
  content_hash: 'integrity',
  deprecated: 'deprecated',
  trust: 'compliance',
}

/** Gates that evaluate fields which may be unreadable. */
export const fieldGates: ReadonlySet<GateName> = new Set(Object.values(asking))

/**
 * Asks where a field of the gate cannot be read, since it may restrict more than the gate knows. If the gate asks
 * anyway, both become one question, so that one approval answers it.
 */
export function closeUnreadable(
  gate: GateName,
  found: GateFinding,
  subject: Subject,
  circumstances: Circumstances,
): GateFinding {
  if (subject.kind !== 'unit' || found.verdict === 'deny') return found
  const faults = subject.unit.unreadable.filter(
    (fault) => fault.field !== 'license' && asking[fault.field] === gate && matters(fault, subject, circumstances),
  )
  const [first] = faults
  if (first === undefined) return found
  const isOwn = (fault: Malformed): boolean => subject.unit.unit.unreadable.includes(fault)
  const pointer = writtenAt(subject.unit, isOwn(first) ? 'unit' : 'root', first.path)
  const code = `${gate}-${faults.every(({ loosens }) => loosens) ? 'loosened' : 'unreadable'}`
  // The gate asks by itself because of a readable field; unreadable ones never reach it.
  const asksToo = found.verdict === 'ask'
  return {
    ...found,
    verdict: 'ask',
    code: asksToo ? `${code}:${found.code}` : code,
    values: { ...found.values, fields: faults.map(shown).join(', ') },
    pointer,
    // Root fields and indexing terms are one question about the whole manifest.
    ...(subject.manifestRef !== undefined &&
    !asksToo &&
    faults.every((fault) => fault.field === 'indexing' || !isOwn(fault))
      ? { asksAbout: subject.manifestRef }
      : {}),
  }
}

/** `visibility.default: "secret"`. */
const shown = ({ path, written }: Malformed): string => `${path.replaceAll('/', '.')}: ${written}`

/** A credential matters where one is needed, a permission for its own action. */
const matters = (fault: Malformed, { unit }: UnitSubject, { action }: Circumstances): boolean =>
  fault.field === 'auth' ? unit.access.value !== 'public' : fault.action === undefined || fault.action === action
