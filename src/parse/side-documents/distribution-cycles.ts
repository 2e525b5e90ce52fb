import type { DistributionEntry } from '../../model/distribution.ts'

export interface Cycle {
  /** The entry whose dependency closes the cycle, and its position in `depends_on`. */
  readonly from: DistributionEntry
  readonly position: number
  /** From the entry that is reached again towards `from`; the first few. */
  readonly names: readonly string[]
}

/** Long cycles are shortened, because the output of a hostile file would grow quadratically. */
const shownNames = 7

/** Every dependency that closes a cycle. Without recursion; each dependency is followed once. */
export function cyclesIn(entries: ReadonlyMap<string, DistributionEntry>): readonly Cycle[] {
  const cycles: Cycle[] = []
  const done = new Set<string>()
  for (const start of entries.values()) {
    if (done.has(start.name)) continue
    const path: { readonly entry: DistributionEntry; next: number }[] = [{ entry: start, next: 0 }]
    const depthOf = new Map([[start.name, 0]])
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const position = top.next
      const name = top.entry.dependsOn?.[position]
      top.next += 1
      if (name === undefined) {
        done.add(top.entry.name)
        depthOf.delete(top.entry.name)
        path.pop()
        continue
      }
      const reached = entries.get(name)
      const depth = depthOf.get(name)
      if (depth !== undefined)
        cycles.push({
          from: top.entry,
          position,
          names: path.slice(depth, depth + shownNames).map(({ entry }) => entry.name),
        })
      else if (reached && !done.has(name)) {
        depthOf.set(name, path.length)
        path.push({ entry: reached, next: 0 })
      }
    }
  }
  return cycles
}
