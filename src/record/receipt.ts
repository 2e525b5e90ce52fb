import type { Receipt } from '../model/receipt.ts'
import { canonicalJson } from '../text/canonical.ts'
import { digest } from '../text/digest.ts'

export type Release = Omit<Receipt, 'id' | 'time' | 'proof' | 'link'>

/** `proof` leaves out what differs between machines and moments; `link` binds the record to the one before it. */
export function makeReceipt(release: Release, id: string, time: string, lastLink: string): Receipt {
  const proof = digest(canonicalJson(release))
  const link = digest(`${lastLink}\n${time}\n${proof}`)
  return { id, time, ...release, proof, link }
}
