import type { GateName } from '../model/decision.ts'
import type { GovernanceField, Malformed } from '../model/governance.ts'
import { writtenAt, type Circumstances, type GateFinding, type Subject, type UnitSubject } from './gate.ts'

/** Which gate asks about a field that cannot be read; a licence obliges and closes nothing. */
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
 * Replaces a finding where a field of its gate cannot be read: it may restrict more than the gate knows, so it asks. Where
 * the gate asks anyway, both are one question, so that one approval answers it.
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
  // What the gate asks by itself was declared; what cannot be read is left out of every value that it knows.
  const asksToo = found.verdict === 'ask'
  return {
    ...found,
    verdict: 'ask',
    code: asksToo ? `${code}:${found.code}` : code,
    values: { ...found.values, fields: faults.map(shown).join(', ') },
    pointer,
    // What the root declares, and how a publisher wants its texts indexed, is one question about the whole manifest.
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
