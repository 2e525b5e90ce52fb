import { withoutCircularLinks } from '../../text/cycles.ts'
import type { Manifest, Unit } from '../../model/documents/manifest.ts'

/** Relations of the units of a manifest, by id. Unknown ids are ignored; if units share an id, the first counts. */
export interface UnitGraph {
  readonly units: ReadonlyMap<string, Unit>
  /** Prerequisites of each unit, without cycles. */
  readonly after: ReadonlyMap<string, readonly string[]>
  /** The unit that replaces each one. */
  readonly successors: ReadonlyMap<string, string>
  /** Contradictions of each unit, in both directions (KCP §5, §4.18). */
  readonly conflicts: ReadonlyMap<string, readonly string[]>
  /** The units that take precedence over each unit where they differ. */
  readonly governors: ReadonlyMap<string, readonly string[]>
  /** The parts of each chunked unit, in order. */
  readonly chunks: ReadonlyMap<string, readonly string[]>
}

const known = new WeakMap<Manifest, UnitGraph>()

/** Computed once for each manifest. */
export function unitGraph(manifest: Manifest): UnitGraph {
  const graph = known.get(manifest) ?? buildGraph(manifest)
  known.set(manifest, graph)
  return graph
}

function buildGraph(manifest: Manifest): UnitGraph {
  const units = new Map<string, Unit>()
  for (const unit of manifest.units) if (!units.has(unit.id)) units.set(unit.id, unit)
  return {
    units,
    after: withoutCycles(units.keys(), prerequisites(manifest, units)),
    successors: successorsOf(manifest, units),
    conflicts: conflictsOf(manifest, units),
    governors: governorsOf(manifest),
    chunks: chunksOf(units),
  }
}

type Edges = Map<string, Set<string>>
type Units = ReadonlyMap<string, Unit>

function link(edges: Edges, from: string, to: string): void {
  if (from === to) return
  const held = edges.get(from)
  if (held) held.add(to)
  else edges.set(from, new Set([to]))
}

const listed = (edges: Edges): ReadonlyMap<string, readonly string[]> =>
  new Map([...edges].map(([from, to]) => [from, [...to]]))

/** KCP §4.7 and §5: `depends_on` loads its target first, `enables` and `context` load their source first. */
function prerequisites({ relationships }: Manifest, units: Units): Edges {
  const edges: Edges = new Map()
  for (const { id, dependsOn = [] } of units.values())
    for (const needed of dependsOn) if (units.has(needed)) link(edges, id, needed)
  for (const { type, from, to } of relationships) {
    if (type === 'depends_on') link(edges, from, to)
    else if (type === 'enables' || type === 'context') link(edges, to, from)
  }
  return edges
}

/** KCP §4.7: an edge that would close a cycle is ignored silently. Iterative, because chains may be long. */
function withoutCycles(ids: Iterable<string>, edges: Edges): ReadonlyMap<string, readonly string[]> {
  const kept: Edges = new Map()
  const state = new Map<string, 'open' | 'done'>()
  for (const id of ids) {
    if (state.has(id)) continue
    state.set(id, 'open')
    const path = [{ id, rest: (edges.get(id) ?? noIds).values() }]
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const { value: next } = top.rest.next()
      if (next === undefined) {
        state.set(top.id, 'done')
        path.pop()
        continue
      }
      if (state.get(next) === 'open') continue
      link(kept, top.id, next)
      if (state.has(next)) continue
      state.set(next, 'open')
      path.push({ id: next, rest: (edges.get(next) ?? noIds).values() })
    }
  }
  return listed(kept)
}

const noIds: ReadonlySet<string> = new Set()

/**
 * By the field of the newer unit, else by a relationship, else by the field of the older unit (KCP §4.8, §5, §4.22);
 * the first declaration counts.
 */
function successorsOf({ relationships }: Manifest, units: Units): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const say = (old: string, next: string): void =>
    void (found.has(old) || old === next || !units.has(old) || found.set(old, next))
  for (const { id, supersedes } of units.values()) if (supersedes !== undefined) say(supersedes, id)
  for (const { type, from, to } of relationships) if (type === 'supersedes' && units.has(from)) say(to, from)
  const replaced = [...units.values()].flatMap(({ id, temporal }) =>
    temporal?.supersededBy !== undefined && units.has(temporal.supersededBy)
      ? [[id, temporal.supersededBy] as const]
      : [],
  )
  for (const [old, next] of withoutCircularLinks(new Map(replaced))) say(old, next)
  return found
}

function conflictsOf({ relationships }: Manifest, units: Units): ReadonlyMap<string, readonly string[]> {
  const edges: Edges = new Map()
  const both = (one: string, other: string): void => {
    link(edges, one, other)
    link(edges, other, one)
  }
  for (const { type, from, to } of relationships) if (type === 'contradicts') both(from, to)
  for (const { id, verification } of units.values()) {
    const other = verification?.contradictedBy
    if (other !== undefined && units.has(other)) both(id, other)
  }
  return listed(edges)
}

function governorsOf({ relationships }: Manifest): ReadonlyMap<string, readonly string[]> {
  const edges: Edges = new Map()
  for (const { type, from, to } of relationships) if (type === 'governs') link(edges, to, from)
  return listed(edges)
}

/** By `chunk_index`, then in declaration order (KCP §4.10). */
function chunksOf(units: Units): ReadonlyMap<string, readonly string[]> {
  const parts = new Map<string, Unit[]>()
  for (const unit of units.values()) {
    const whole = unit.hints?.chunkOf
    if (whole === undefined || whole === unit.id || !units.has(whole)) continue
    const held = parts.get(whole)
    if (held) held.push(unit)
    else parts.set(whole, [unit])
  }
  const place = ({ hints }: Unit): number => hints?.chunkIndex ?? Infinity
  const byPlace = (a: Unit, b: Unit): number => (place(a) === place(b) ? a.index - b.index : place(a) - place(b))
  return new Map([...parts].map(([whole, chunks]) => [whole, chunks.sort(byPlace).map(({ id }) => id)]))
}
