import { unitRef } from '../../catalog/refs.ts'
import { decide } from '../../govern/decide.ts'
import type { Subject, UnitSubject } from '../../govern/gate.ts'
import type { Decision, Grant } from '../../model/decisions/decision.ts'
import type { Requester } from '../../model/decisions/requester.ts'
import type { Manifest, Unit } from '../../model/documents/manifest.ts'
import type { Pack } from '../../model/documents/pack.ts'
import type { ActivationMode } from '../../model/tables/vocabulary.ts'
import { effectiveUnit } from '../../parse/manifest/inherit.ts'
import { addDeclaredFacts } from './declared-facts.ts'

/** A pack, or a unit of a manifest by its id, as `parsePack` and `parseManifest` return them. */
export type DecisionSubject = ({ readonly pack: Pack } | { readonly manifest: Manifest; readonly unit: string }) & {
  /** Whether a person granted the content; without it the trust gate asks. */
  readonly granted?: boolean
  /** Codes of reasons that a person approved. */
  readonly approvals?: readonly string[]
}

export interface DecisionOptions {
  readonly action?: string
  readonly activation?: ActivationMode
  readonly now: Date
}

/** Asks every gate about knowledge that a program holds itself: nothing is read, and nothing is looked up. */
export function decideDeclared(
  subject: DecisionSubject,
  requester: Requester,
  { action = 'read', activation = 'resolver-driven', now }: DecisionOptions,
): Decision {
  return decide(subjectFor(subject, now), requester, { action, activation, now })
}

function subjectFor({ granted = false, approvals = [], ...declared }: DecisionSubject, now: Date): Subject {
  const grant: Grant = { path: '', given: 'unattended', at: now.toISOString(), follow: true }
  const answered = { approvals, manifestApprovals: approvals, ...(granted ? { grant } : {}) }
  if ('pack' in declared) return { kind: 'pack', ref: `pack:${declared.pack.name}`, pack: declared.pack, ...answered }
  const { manifest } = declared
  const unit = manifest.units.find(({ id }) => id === declared.unit)
  if (!unit) throw new TypeError(`decide: the manifest has no unit "${declared.unit}".`)
  return unitSubject(manifest, unit, answered)
}

function unitSubject(manifest: Manifest, unit: Unit, answered: Pick<UnitSubject, 'approvals' | 'grant'>): Subject {
  const manifestRef = `manifest:${manifest.project}`
  const subject = {
    kind: 'unit' as const,
    ref: unitRef(manifestRef, unit.id),
    manifestRef,
    unit: effectiveUnit(manifest, unit),
    ...(manifest.trust?.agentRequirements ? { agentRequirements: [manifest.trust.agentRequirements] } : {}),
    ...answered,
  }
  addDeclaredFacts(subject, unit, { document: manifest, root: manifest })
  return subject
}
