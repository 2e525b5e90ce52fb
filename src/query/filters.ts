import { resolveExposure } from '../govern/exposure.ts'
import { includesAudience } from '../govern/gates/audience.ts'
import { missingCapabilities } from '../govern/gates/capability.ts'
import { windowState } from '../govern/gates/temporal.ts'
import type { EffectiveUnit, Exposure } from '../model/documents/effective.ts'
import type { Query, QueryExclusion } from '../model/reading/query.ts'
import type { Requester } from '../model/decisions/requester.ts'
import { sensitivities } from '../model/tables/vocabulary.ts'
import { dayOf, notForMatch, type PreparedManifest } from './prepare.ts'

export interface Filters {
  readonly query: Query
  readonly today: string
  /** When windows of validity are evaluated. */
  readonly at: Date
  readonly now: Date
  /** The requester with the role and environment of the request, as visibility conditions see them. */
  readonly viewer: Requester
}

type Check = (position: number) => boolean
type Excluding = readonly [QueryExclusion, Check]

/** The first filter that excludes a unit; `undefined` where no filter can exclude anything of this manifest. */
export function exclusionsOf(
  prepared: PreparedManifest,
  filters: Filters,
): ((position: number) => QueryExclusion | undefined) | undefined {
  const checks = checksFor(prepared, filters)
  if (checks.length === 0) return undefined
  return (position) => checks.find(([, excludes]) => excludes(position))?.[0]
}

function checksFor(prepared: PreparedManifest, { query, today, at: time, viewer }: Filters): readonly Excluding[] {
  const { units, positions, deprecated, lastFreshDay } = prepared
  const {
    breadth,
    audience,
    sensitivityMax,
    unknownSensitivity,
    hasCapabilities,
    excludeDeprecated,
    excludeStale,
    agentRole,
    environment,
  } = query
  const checks: Excluding[] = []
  if (positions.size < units.length)
    checks.push(['duplicate-id', (at) => positions.get(units[at]?.unit.id ?? '') !== at])
  if (breadth !== undefined) checks.push(['scope', (at) => units[at]?.breadth.value !== breadth])
  if (audience !== undefined)
    checks.push(['audience', (at) => !includesAudience(units[at]?.audience.value ?? [], audience)])
  if (excludeDeprecated !== false && deprecated.includes(1)) checks.push(['deprecated', (at) => deprecated[at] === 1])
  if (excludeStale === true) {
    const now = dayOf(today)
    checks.push(['stale', (at) => now > (lastFreshDay[at] ?? Infinity)])
  }
  if (sensitivityMax !== undefined) {
    const ceiling = sensitivities.indexOf(sensitivityMax)
    checks.push([
      'sensitivity',
      (at) =>
        sensitivities.indexOf(unitExposure(prepared, at, viewer)?.sensitivity?.value ?? 'public') > ceiling ||
        (isUnreadable(prepared, at) && sensitivityMax !== 'restricted'),
    ])
    if (unknownSensitivity === 'exclude')
      checks.push(['sensitivity-unknown', (at) => unitExposure(prepared, at, viewer)?.sensitivity === undefined])
  }
  if (agentRole !== undefined || environment !== undefined)
    checks.push(['authority', (at) => unitExposure(prepared, at, viewer)?.authority.value['read'] === 'denied'])
  if (hasCapabilities !== undefined)
    checks.push(['capability', (at) => lacks(units[at]?.unit.requiresCapabilities, hasCapabilities)])
  if (prepared.notFor.size > 0 && query.terms?.length) {
    const terms = query.terms.map((term) => term.toLowerCase())
    const { notFor } = prepared
    checks.push([
      'not-for',
      (at) => units[at]?.unit.notForStrict === true && notForMatch(notFor.get(at), terms) !== undefined,
    ])
  }
  if (prepared.hasWindows && query.includeAllTemporal !== true)
    checks.push(['temporal', (at) => isOutside(units[at], time)])
  return checks
}

const isOutside = (unit: EffectiveUnit | undefined, time: Date): boolean =>
  unit !== undefined && windowState(unit.temporal, time) !== 'open'

const lacks = (required: readonly string[] | undefined, held: readonly string[]): boolean =>
  required !== undefined && required.length > 0 && missingCapabilities(required, held).length > 0

/** An unreadable sensitivity may be the highest. */
const isUnreadable = ({ units }: PreparedManifest, position: number): boolean =>
  units[position]?.unreadable.some(
    ({ field }) => field === 'sensitivity' || field === 'visibility' || field === 'compliance',
  ) === true

/** The exposure of a unit to a viewer (KCP §4.16). */
export function unitExposure({ units }: PreparedManifest, position: number, viewer: Requester): Exposure | undefined {
  const unit = units[position]
  return unit && resolveExposure({ kind: 'unit', ref: '', unit }, viewer).exposure
}
