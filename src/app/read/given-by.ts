import type { Receipts } from '../../model/ports.ts'
import { findReceipt } from '../../record/list.ts'
import type { WasGiven } from '../../select/already-given.ts'

/** Whether a text was in the reply of a receipt, or in one that this receipt continues. */
export async function givenBy(id: string, receipts: Receipts): Promise<WasGiven> {
  const given = new Map<string, { readonly start: number; readonly end: number }[]>()
  const kept = receipts.find ? receipts : await readOnce(receipts)
  const seen = new Set<string>()
  for (let next: string | undefined = id; next !== undefined && !seen.has(next);) {
    seen.add(next)
    const receipt = await findReceipt(kept, next)
    for (const { ref, path, fileDigest, start, end, stretches = [{ start, end }] } of receipt?.spans ?? []) {
      const key = [ref, path, fileDigest].join('\n')
      given.set(key, [...(given.get(key) ?? []), ...stretches])
    }
    next = receipt?.after
  }
  return ({ ref, path, fileDigest, start, end }) =>
    given.get([ref, path, fileDigest].join('\n'))?.some((stretch) => stretch.start < end && start < stretch.end) ??
    false
}

/** Reads each segment once: a chain may be long, and most of it is in one segment. */
async function readOnce(receipts: Receipts): Promise<Pick<Receipts, 'segments' | 'segment'>> {
  const names = await receipts.segments()
  const texts = new Map<string, string>()
  return {
    segments: () => names,
    async segment(name) {
      const text = texts.get(name) ?? (await receipts.segment(name))
      texts.set(name, text)
      return text
    },
  }
}
