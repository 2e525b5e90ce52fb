import type { Receipts } from '../../model/ports.ts'
import { findReceipt } from '../../record/list.ts'
import type { WasGiven } from '../../select/already-given.ts'

/** Whether a text was in the reply of a receipt, or in one that it continues. */
export function givenBy(id: string, receipts: Receipts): WasGiven {
  const given = new Map<string, { readonly start: number; readonly end: number }[]>()
  const kept = readOnce(receipts)
  const seen = new Set<string>()
  for (let next: string | undefined = id; next !== undefined && !seen.has(next);) {
    seen.add(next)
    const receipt = findReceipt(kept, next)
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

/** A chain may be long, and most of it is in one segment. */
function readOnce(receipts: Receipts): Pick<Receipts, 'segments' | 'segment'> {
  const names = receipts.segments()
  const texts = new Map<string, string>()
  return {
    segments: () => names,
    segment(name) {
      const text = texts.get(name) ?? receipts.segment(name)
      texts.set(name, text)
      return text
    },
  }
}
