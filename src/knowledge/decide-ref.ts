import { findRef, type Named } from '../catalog/refs.ts'
import { decide } from '../govern/decide.ts'
import type { Circumstances, Subject } from '../govern/gate.ts'
import type { Catalog } from '../model/catalog.ts'
import type { Decision, Grant } from '../model/decision.ts'
import type { Manifest, Unit } from '../model/manifest.ts'
import { effectiveUnit } from '../parse/inherit.ts'
import type { Reader } from './ask-gates.ts'
import { approvalsFor, grantFor } from './standing.ts'

type Asker = Pick<Reader, 'ports' | 'requester' | 'restraints'> & Partial<Pick<Reader, 'trustAll'>>

export interface RefDecision {
  readonly decision: Decision
  /** Folder of the entry the ref belongs to. */
  readonly folder: string
}

/** What the gates say about one pack or unit; `undefined` for a ref that is neither. */
export function decideRef(catalog: Catalog, ref: string, asker: Asker, circumstances: Circumstances): RefDecision | undefined {
  const named = findRef(catalog, ref)
  const decision = named && decideNamed(named, asker, circumstances)
  return decision && { decision, folder: named.entry.found.folder }
}

/** What the gates say about a pack or unit, by what is known of it without opening its content; `undefined` for a manifest. */
export function decideNamed({ ref, entry, unit }: Named, { ports, requester, restraints, trustAll }: Asker, circumstances: Circumstances): Decision | undefined {
  const { document, found, enabled } = entry
  const grant: Grant | undefined = trustAll ? { path: found.folder, given: 'unattended', at: circumstances.now.toISOString(), follow: true } : grantFor(ports.grants, entry)
  const base = {
    ref,
    disabled: !enabled || ports.switches.disabled().has(ref) || (restraints.disabled?.includes(ref) ?? false),
    builtin: found.scope === 'builtin',
    approvals: approvalsFor(ports.approvals, { ref, folder: found.folder }, circumstances.now),
    ...(grant ? { grant } : {}),
  }
  if (document.kind === 'pack') return decide({ ...base, kind: 'pack', pack: document }, requester, circumstances)
  if (!unit) return undefined
  const effective = effectiveUnit(document, unit)
  const usage = effective.rateLimits ? { usage: ports.usage.count(ref, circumstances.now) } : {}
  return decide({ ...base, kind: 'unit', unit: effective, ...declaredFor(document, unit), ...usage }, requester, circumstances)
}

/** What the manifest says about a unit beside its inherited fields. */
function declaredFor(manifest: Manifest, unit: Unit): Pick<Extract<Subject, { kind: 'unit' }>, 'auth' | 'audit' | 'successor'> {
  const { auth, trust } = manifest
  const successor = successorOf(manifest, unit)
  return { ...(auth ? { auth } : {}), ...(trust?.audit ? { audit: trust.audit } : {}), ...(successor === undefined ? {} : { successor }) }
}

/** The unit that supersedes this one, by its own field or by a relationship (KCP §4.8, §5). */
function successorOf({ units, relationships }: Manifest, { id }: Unit): string | undefined {
  return units.find(({ supersedes }) => supersedes === id)?.id ?? relationships.find(({ type, to, from }) => type === 'supersedes' && to === id && units.some((unit) => unit.id === from))?.from
}
