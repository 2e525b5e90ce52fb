import { needsAttestation } from '../govern/gates/access.ts'
import { isPointer } from '../govern/gates/artifact.ts'
import { missingCapabilities } from '../govern/gates/capability.ts'
import {
  type MatchReason,
  matchReasons,
  type QueryExclusion,
  type QueryOmission,
  type QueryResult,
} from '../model/reading/query.ts'
import { windowSentence, windowState } from '../govern/gates/temporal.ts'
import type { EffectiveUnit } from '../model/documents/effective.ts'
import type { Unit } from '../model/documents/manifest.ts'
import { commandIn } from '../text/detect/commands.ts'
import { showValue } from '../text/messages/show-value.ts'
import { refPart } from '../text/paths/ref-parts.ts'
import { type Filters, unitExposure } from './filters.ts'
import { notForMatch } from './prepare.ts'
import type { Refusal } from './select.ts'
import type { PooledUnit } from './pool.ts'

export const unitAt = ({ source, position }: PooledUnit): Unit => source.prepared.units[position]?.unit as Unit

/** Of a composed manifest, the included one that declares the unit (KCP §3.11). */
function manifestOf(pooled: PooledUnit): string | null {
  const { from } = unitAt(pooled)
  return pooled.source.source ?? from?.url ?? from?.file ?? null
}

export const refOf = (pooled: PooledUnit): string => `${pooled.source.refPrefix}${refPart(unitAt(pooled).id)}`

interface UnitMatch {
  readonly score: number
  readonly fields: number
  /** Id of the unit that this one, its summary, replaces. */
  readonly substitutedFor?: string
}

/** KCP §15.3: seven fields, `null` where absent; fields of lorefence follow. */
export function resultOf(
  pooled: PooledUnit,
  { score, fields, substitutedFor }: UnitMatch,
  filters: Filters,
): QueryResult {
  const { viewer } = filters
  const { source, position } = pooled
  const temporal = temporalOf(source.prepared.units[position])
  const caution = cautionOn(pooled, filters)
  const alias = aliasIn(unitAt(pooled), filters)
  const { successors, contradictions, discoveryConflicts } = source.prepared.relations
  const unit = source.prepared.units[position]
  const { id, path, intent, hints, actionScope } = unitAt(pooled)
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
    source_manifest: manifestOf(pooled),
    ref: refOf(pooled),
    sensitivity: unitExposure(source.prepared, position, viewer)?.sensitivity?.value ?? null,
    ...(source.manifest === undefined ? {} : { manifest: source.manifest }),
    ...(substitutedFor === undefined ? {} : { substituted_for: substitutedFor }),
    ...(successor === undefined ? {} : { superseded_by: successor }),
    ...(contradicting ? { conflicts_with: contradicting } : {}),
    ...(conflicting ? { discovery_conflict: conflicting } : {}),
    ...(alias === undefined ? {} : { matched_alias: alias }),
    ...(temporal ? { temporal } : {}),
    ...(caution === undefined ? {} : { caution }),
    ...(unit && isPointer(unit)
      ? { kind: unit.artifact.value, intent: commandIn(intent) ? '' : intent, invocation: 'explicit' }
      : {}),
    ...(unit && needsAttestation(source.prepared.manifest, unit) ? { requires_attestation: true } : {}),
    ...(actionScope === undefined ? {} : { action_scope: actionScope }),
    ...(hints?.loadStrategy === 'never' ? { load: 'explicit' } : {}),
  }
}

/** The alias that contains a term, where the id does not. */
function aliasIn({ id, aliases = [] }: Unit, { query: { terms = [] } }: Filters): string | undefined {
  const lowered = terms.map((term) => term.toLowerCase())
  const holds = (name: string): boolean => lowered.some((term) => name.toLowerCase().includes(term))
  return holds(id) ? undefined : aliases.find(holds)
}

function temporalOf(unit: EffectiveUnit | undefined): QueryResult['temporal'] {
  if (!unit) return undefined
  const { validFrom, validUntil, recordedAt, supersededBy } = unit.temporal
  const shown = {
    ...(validFrom ? { valid_from: validFrom.value } : {}),
    ...(validUntil ? { valid_until: validUntil.value } : {}),
    ...(recordedAt ? { recorded_at: recordedAt.value } : {}),
    ...(supersededBy === undefined ? {} : { superseded_by: supersededBy }),
  }
  return Object.keys(shown).length === 0 ? undefined : shown
}

/** A phrase that commands its reader is not repeated (KCP §16.3). */
const notForSentence = (phrase: string): string =>
  commandIn(phrase)
    ? 'Its author says that it is not for this.'
    : `Its author says that it is not for ${showValue(phrase)}.`

/** KCP §15.11, §15.13. */
function cautionOn({ source, position }: PooledUnit, { query: { terms = [] }, now }: Filters): string | undefined {
  const { prepared } = source
  const unit = prepared.units[position]
  const phrase = notForMatch(
    prepared.notFor.get(position),
    terms.map((term) => term.toLowerCase()),
  )
  const state = unit ? windowState(unit.temporal, now) : 'open'
  const said = [
    ...(phrase === undefined ? [] : [notForSentence(phrase)]),
    ...(unit && state !== 'open' ? [windowSentence(unit.temporal, state)] : []),
  ]
  return said.length === 0 ? undefined : said.join(' ')
}

const reasonsFor = (fields: number): readonly MatchReason[] => matchReasons.filter((_, bit) => fields & (1 << bit))

export function omissionAt(pooled: PooledUnit, refusal: Refusal): QueryOmission {
  return { ref: refOf(pooled), unit_id: unitAt(pooled).id, source_manifest: manifestOf(pooled), ...refusal }
}

export function excludedBecause(
  pooled: PooledUnit,
  reason: QueryExclusion,
  { query, today, at, viewer }: Filters,
): string {
  const { prepared } = pooled.source
  const { id, validated, requiresCapabilities } = unitAt(pooled)
  const effective = prepared.units[pooled.position]
  switch (reason) {
    case 'duplicate-id':
      return 'An earlier unit has the same id.'
    case 'scope':
      return `Its scope is "${effective?.breadth.value}", not "${query.breadth}".`
    case 'audience':
      return `Its audience does not include "${query.audience}".`
    case 'deprecated': {
      const successor = prepared.relations.successors.get(id)
      return successor === undefined ? 'It is deprecated.' : `It is deprecated; "${successor}" replaces it.`
    }
    case 'stale': {
      const maxAgeDays = effective?.freshnessPolicy?.value.maxAgeDays
      return `It was validated on ${validated}, more than ${maxAgeDays} days before ${today}.`
    }
    case 'sensitivity': {
      const declared = unitExposure(prepared, pooled.position, viewer)?.sensitivity?.value
      const found = declared === undefined ? 'cannot be read' : `is "${declared}"`
      return `Its sensitivity ${found}; the maximum is "${query.sensitivityMax}".`
    }
    case 'sensitivity-unknown':
      return 'It declares no sensitivity.'
    case 'authority':
      return 'Its authority denies reading for this role or environment.'
    case 'not-for':
      return notForSentence(
        notForMatch(
          prepared.notFor.get(pooled.position),
          (query.terms ?? []).map((term) => term.toLowerCase()),
        ) ?? '',
      )
    case 'temporal': {
      const state = effective ? windowState(effective.temporal, at) : 'open'
      return effective && state !== 'open' ? windowSentence(effective.temporal, state) : 'It is not valid today.'
    }
    case 'superseded':
      return `"${prepared.relations.replacements.get(id)}" replaces it.`
    case 'capability':
      return `It requires ${missingCapabilities(requiresCapabilities ?? [], query.hasCapabilities ?? [])
        .map((name) => `"${name}"`)
        .join(', ')}.`
  }
}
