import type { Receipts } from '../../src/model/ports.ts'

/** The text of all segments. */
export async function recordedText(receipts: Pick<Receipts, 'segments' | 'segment'>): Promise<string> {
  return (await Promise.all([...(await receipts.segments())].map((name) => receipts.segment(name)))).join('')
}
