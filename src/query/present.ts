import { isPointer } from '../govern/gates/artifact.ts'
import { missingCapabilities } from '../govern/gates/capability.ts'
import { matchReasons } from '../model/query.ts'
import type { MatchReason, QueryExclusion, QueryOmission, QueryResult } from '../model/query.ts'
import type { Unit } from '../model/manifest.ts'
import { refPart } from '../text/paths/ref-parts.ts'
import { exposureOf, type Filters } from './filters.ts'
import type { Refusal } from './select.ts'
import type { Spot } from './pool.ts'

export const unitAt = ({ source, position }: Spot): Unit => source.prepared.units[position]?.unit as Unit

export const refOf = (spot: Spot): string => `${spot.source.refPrefix}${refPart(unitAt(spot).id)}`

export interface Merit {
  readonly score: number
  readonly fields: number
  /** Id of the unit that this one, its summary, stands for. */
  readonly substitutedFor?: string
}

/** KCP §15.3: seven fields, nulls written out; ours follow. */
export function resultOf(spot: Spot, { score, fields, substitutedFor }: Merit, { viewer }: Filters): QueryResult {
  const { source, position } = spot
  const { successors, contradictions, discoveryConflicts } = source.prepared.relations
  const unit = source.prepared.units[position]
  const { id, path, intent, hints, actionScope } = unitAt(spot)
  const [successor, contradicting, conflicting] = [
    successors.get(id),
    contradictions.get(id),
    discoveryConflicts.get(id),
  ]
  return {
    unit_id: id,
    score,
    path,
    token_estimate: hints?.tokenEstimate ?? null,
    summary_unit: hints?.summaryUnit ?? null,
    match_reason: reasonsFor(fields),
    source_manifest: source.source,
    ref: refOf(spot),
    sensitivity: exposureOf(source.prepared, position, viewer)?.sensitivity?.value ?? null,
    ...(source.manifest === undefined ? {} : { manifest: source.manifest }),
    ...(substitutedFor === undefined ? {} : { substituted_for: substitutedFor }),
    ...(successor === undefined ? {} : { superseded_by: successor }),
    ...(contradicting ? { conflicts_with: contradicting } : {}),
    ...(conflicting ? { discovery_conflict: conflicting } : {}),
    ...(unit && isPointer(unit) ? { kind: unit.artifact.value, intent, invocation: 'explicit' } : {}),
    ...(actionScope === undefined ? {} : { action_scope: actionScope }),
    ...(hints?.loadStrategy === 'never' ? { load: 'explicit' } : {}),
  }
}

const reasonsFor = (fields: number): readonly MatchReason[] => matchReasons.filter((_, bit) => fields & (1 << bit))

export function omissionAt(spot: Spot, refusal: Refusal): QueryOmission {
  return { ref: refOf(spot), unit_id: unitAt(spot).id, source_manifest: spot.source.source, ...refusal }
}

/** What the request asked for and the unit is not. */
export function excludedBecause(spot: Spot, reason: QueryExclusion, { query, today, viewer }: Filters): string {
  const { prepared } = spot.source
  const { id, validated, requiresCapabilities } = unitAt(spot)
  const effective = prepared.units[spot.position]
  switch (reason) {
    case 'duplicate-id':
      return 'Another unit has the same id and comes first.'
    case 'scope':
      return `Its scope is "${effective?.breadth.value}", not "${query.breadth}".`
    case 'audience':
      return `It is not for the audience "${query.audience}".`
    case 'deprecated': {
      const successor = prepared.relations.successors.get(id)
      return successor === undefined ? 'It is deprecated.' : `It is deprecated; "${successor}" replaces it.`
    }
    case 'stale':
      return `It was validated on ${validated}, more than ${effective?.freshnessPolicy?.value.maxAgeDays} days before ${today}.`
    case 'sensitivity': {
      const declared = exposureOf(prepared, spot.position, viewer)?.sensitivity?.value
      return `It is ${declared === undefined ? 'of a sensitivity that cannot be read' : `"${declared}"`}; the ceiling is "${query.sensitivityMax}".`
    }
    case 'sensitivity-unknown':
      return 'It declares no sensitivity.'
    case 'authority':
      return 'It may not be read by this role or in this environment.'
    case 'capability':
      return `It requires ${missingCapabilities(requiresCapabilities ?? [], query.hasCapabilities ?? [])
        .map((name) => `"${name}"`)
        .join(', ')}.`
  }
}
