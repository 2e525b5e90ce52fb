import { withoutCircularLinks } from '../text/cycles.ts'
import type { EffectiveUnit } from '../model/documents/effective.ts'
import type { Manifest } from '../model/documents/manifest.ts'

type Ids = ReadonlyMap<string, readonly string[]>

/** Related units by id, reported with a result. They neither drop nor move a result (KCP §4.18, §5). */
export interface Relations {
  readonly successors: ReadonlyMap<string, string>
  /** By `temporal.superseded_by`, without cycles: the new unit replaces the old if it can be selected (KCP §4.22). */
  readonly replacements: ReadonlyMap<string, string>
  readonly contradictions: Ids
  readonly discoveryConflicts: Ids
}

export function relationsOf({ relationships }: Manifest, units: readonly EffectiveUnit[]): Relations {
  const known = new Set(units.map(({ unit }) => unit.id))
  const successors = new Map<string, string>()
  const succeed = (from: string, to: string): void =>
    void (successors.has(to) || from === to || !known.has(from) || successors.set(to, from))
  for (const { unit } of units) if (unit.supersedes !== undefined) succeed(unit.id, unit.supersedes)
  for (const { from, to, type } of relationships) if (type === 'supersedes') succeed(from, to)
  const replacements = replacementsOf(units, known)
  for (const [old, next] of replacements) if (!successors.has(old)) successors.set(old, next)
  return {
    successors,
    replacements,
    contradictions: pairs(
      relationships.flatMap(({ from, to, type }) => (type === 'contradicts' ? [[from, to] as const] : [])),
    ),
    discoveryConflicts: pairs(
      units.flatMap(({ unit, verification }) =>
        verification.contradictedBy ? [[unit.id, verification.contradictedBy.value] as const] : [],
      ),
    ),
  }
}

/** Edges of a cycle are dropped, so that none of its units is lost. The first unit of an id counts. */
function replacementsOf(units: readonly EffectiveUnit[], known: ReadonlySet<string>): ReadonlyMap<string, string> {
  const declared = new Map<string, string>()
  const seen = new Set<string>()
  for (const { unit, temporal } of units) {
    if (seen.has(unit.id)) continue
    seen.add(unit.id)
    if (temporal.supersededBy !== undefined && known.has(temporal.supersededBy))
      declared.set(unit.id, temporal.supersededBy)
  }
  return withoutCircularLinks(declared)
}

/** Each of a pair lists the other. */
function pairs(edges: readonly (readonly [string, string])[]): Ids {
  const others = new Map<string, Set<string>>()
  const note = (id: string, other: string): void =>
    void (others.get(id) ?? others.set(id, new Set()).get(id))?.add(other)
  for (const [a, b] of edges) {
    if (a === b) continue
    note(a, b)
    note(b, a)
  }
  return new Map([...others].map(([id, ids]) => [id, [...ids].sort()]))
}
