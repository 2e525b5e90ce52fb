import type { Manifest, Unit } from '../../model/documents/manifest.ts'
import { priorities } from '../../model/tables/vocabulary.ts'
import { unitGraph, type UnitGraph } from './unit-graph.ts'

/**
 * The chosen units, each after its dependencies, direct or through units that were not chosen; chunks of one unit in
 * order. Otherwise the order is kept (KCP §4.7, §5).
 */
export function orderUnits(chosen: readonly string[], manifest: Manifest): readonly string[] {
  const graph = unitGraph(manifest)
  const wanted = new Set(inChunkOrder(chosen, graph))
  const ordered: string[] = []
  const seen = new Set<string>()
  for (const id of wanted) {
    const path = seen.has(id) ? [] : [stepFrom(id, graph)]
    seen.add(id)
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const { value: next } = top.rest.next()
      if (next === undefined) {
        if (wanted.has(top.id)) ordered.push(top.id)
        path.pop()
      } else if (!seen.has(next)) {
        seen.add(next)
        path.push(stepFrom(next, graph))
      }
    }
  }
  return ordered
}

const stepFrom = (id: string, { after }: UnitGraph) => ({ id, rest: (after.get(id) ?? [])[Symbol.iterator]() })

/** Sorts the chunks of each unit among the positions that they occupy. */
function inChunkOrder(chosen: readonly string[], { units, chunks }: UnitGraph): readonly string[] {
  const taken = new Set(chosen)
  const waiting = new Map<string, string[]>()
  return chosen.map((id) => {
    const whole = units.get(id)?.hints?.chunkOf
    const parts = whole === undefined ? undefined : chunks.get(whole)
    if (whole === undefined || !parts?.includes(id)) return id
    const queue = waiting.get(whole) ?? parts.filter((part) => taken.has(part))
    waiting.set(whole, queue)
    return queue.shift() ?? id
  })
}

/** Lower ranks are dropped first when the budget is short (KCP §4.10). */
export const evictionRank = ({ hints }: Pick<Unit, 'hints'>): number =>
  priorities.length - 1 - priorities.indexOf(hints?.priority ?? 'supplementary')

/**
 * The unit that replaces a superseded one: the newest that is `usable`. `undefined` if there is none, or in a cycle,
 * where none is newest.
 */
export function standInFor(id: string, manifest: Manifest, usable: (id: string) => boolean): string | undefined {
  const { successors } = unitGraph(manifest)
  const seen = new Set([id])
  let found: string | undefined
  for (let next = successors.get(id); next !== undefined; next = successors.get(next)) {
    if (seen.has(next)) return undefined
    seen.add(next)
    if (usable(next)) found = next
  }
  return found
}
