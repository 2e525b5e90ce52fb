import type { Receipts } from '../../model/ports.ts'
import { findReceipt } from '../../record/list.ts'
import type { WasGiven } from '../../select/already-given.ts'

/** Maximum length of a chain of continued replies. */
const longestChain = 50

/** Whether a text was in the reply of a receipt, or in one that it continues. */
export function givenBy(id: string, receipts: Receipts): WasGiven {
  const given = new Map<string, { readonly start: number; readonly end: number }[]>()
  let next: string | undefined = id
  for (let link = 0; next !== undefined && link < longestChain; link++) {
    const receipt: ReturnType<typeof findReceipt> = findReceipt(receipts, next)
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
