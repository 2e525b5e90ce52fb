import type { EffectiveUnit } from '../model/effective.ts'
import type { Manifest } from '../model/manifest.ts'

type Ids = ReadonlyMap<string, readonly string[]>

/** Related units by id, reported with a result. They neither drop nor move a result (KCP §4.18, §5). */
export interface Relations {
  readonly successors: ReadonlyMap<string, string>
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
  return {
    successors,
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
