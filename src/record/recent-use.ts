import type { Receipts } from '../model/ports.ts'
import { readSegment } from './segment.ts'

/** Maximum records to look at, newest first, so that a long history does not slow down a list. */
const most = 5000

/** When each entry was last released, by ref; a unit counts for its manifest too. */
export async function recentUse(kept: Pick<Receipts, 'segments' | 'segment'>): Promise<ReadonlyMap<string, string>> {
  const used = new Map<string, string>()
  let seen = 0
  for (const segment of [...(await kept.segments())].reverse()) {
    if (seen >= most) break
    for (const { receipt } of readSegment(await kept.segment(segment)).lines) {
      if (!receipt) continue
      seen++
      for (const { ref } of receipt.sources ?? []) {
        for (const name of [ref, manifestOf(ref)])
          if (name !== undefined && (used.get(name) ?? '') < receipt.time) used.set(name, receipt.time)
      }
    }
  }
  return used
}

const manifestOf = (ref: string): string | undefined =>
  ref.startsWith('unit:') ? `manifest:${ref.slice('unit:'.length, ref.lastIndexOf('/'))}` : undefined
