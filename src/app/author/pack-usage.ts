import type { Receipt } from '../../model/receipt.ts'
import type { AuthoredPack } from './opened-pack.ts'
import { outputState } from './output-state.ts'
import { isPackText } from '../../text/paths/paths.ts'

/** How a pack was used on this machine, by the receipts in the user's state folder. */
export interface PackUsage {
  /** Reads that released text of the pack. */
  readonly reads: number
  /** Texts that no read released; none before the first read. */
  readonly neverRead: readonly string[]
  /** Texts that were released only in reads whose match was weak. */
  readonly neverUseful: readonly string[]
  /** Tasks that named the pack and found nothing, or only a weak match; the newest last. */
  readonly missed: readonly string[]
}

const inLayers = /^(?:compiled|documents|wiki)\//
const shownTasks = 20

export function usageOf({ folder, pack }: AuthoredPack, receipts: readonly Receipt[]): PackUsage {
  const ref = `pack:${pack?.name ?? ''}`
  const released = new Set<string>()
  const useful = new Set<string>()
  const missed = new Set<string>()
  let reads = 0
  for (const { spans, strength, kind, task, named = [] } of receipts) {
    if (kind !== undefined) continue
    const own = spans.filter((span) => span.ref === ref)
    if (own.length > 0) reads += 1
    for (const { path } of own) {
      released.add(path)
      if (strength !== 'weak') useful.add(path)
    }
    const isMissed = strength === 'weak' || strength === 'nothing'
    if (isMissed && task !== '' && (own.length > 0 || named.includes(ref))) missed.add(task)
  }
  // The splits of a document are read in its place.
  const split = new Set(outputState(folder).outputs.map(({ source }) => source?.path))
  const texts = folder.files.filter((path) => inLayers.test(path) && isPackText(path) && !split.has(path))
  return {
    reads,
    neverRead: reads === 0 ? [] : texts.filter((path) => !released.has(path)),
    neverUseful: texts.filter((path) => released.has(path) && !useful.has(path)),
    missed: [...missed].slice(-shownTasks),
  }
}
