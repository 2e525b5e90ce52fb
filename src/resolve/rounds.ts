import type { LayerRule } from './layers.ts'
import type { OpenPack } from './shelf.ts'
import type { Selection, Source } from './source.ts'
import { isSteered, steeredBy } from './steer.ts'
import { weights } from './weights.ts'

/** Everything that was read for a task. */
export interface Gathered {
  readonly sources: readonly Source[]
  /** What made each file of a pack a candidate. */
  readonly rules: ReadonlyMap<Source, LayerRule>
  readonly selection: Selection
}

/**
 * Round by round: of every pack the next layer that holds something, until the task is answered. A deeper layer counts
 * only when it speaks of more of the task, so that what is compiled goes before what it was compiled from.
 */
export function gatherInRounds(packs: readonly OpenPack[], others: readonly Source[], task: string, select: (sources: readonly Source[]) => Selection): Gathered {
  const rules = new Map<Source, LayerRule>()
  const sources = [...others]
  const add = (pack: OpenPack, paths: readonly string[], rule: LayerRule): boolean => {
    const read = paths.map((path) => pack.source(path)).filter((source) => source !== undefined)
    for (const source of read) {
      if (!rules.has(source)) sources.push(source)
      if (!rules.has(source)) rules.set(source, rule)
    }
    return read.length > 0
  }
  const pending = packs.map((pack) => ({ pack, next: 0 }))
  let gathered: Gathered | undefined
  do {
    const before = sources.length
    for (const turn of pending) {
      const { pack } = turn
      let layer = pack.layers[turn.next++]
      while (layer && !add(pack, layer.paths, layer.rule)) layer = pack.layers[turn.next++]
      if (!gathered) addSteered(pack, task, add)
    }
    if (gathered && sources.length === before) continue
    const selection = select(sources)
    if (!gathered || saysMore(selection, gathered.selection)) gathered = { sources: [...sources], rules, selection }
  } while (gathered.selection.coverage.share < weights.alone && pending.some(({ pack, next }) => next < pack.layers.length))
  return gathered
}

/** Files that the guide names for such a task are read at once, whatever their layer (AK-158). */
function addSteered(pack: OpenPack, task: string, add: (pack: OpenPack, paths: readonly string[], rule: LayerRule) => boolean): void {
  const steering = steeredBy(task, pack.steering)
  if (steering.length === 0) return
  for (const { rule, paths } of pack.layers) add(pack, paths.filter((path) => isSteered(steering, path)), rule)
}

const saysMore = (deeper: Selection, known: Selection): boolean =>
  deeper.passages.length > 0 && (known.passages.length === 0 || deeper.coverage.missing.length < known.coverage.missing.length)
