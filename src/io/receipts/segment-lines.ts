import type { Receipt } from '../../model/records/receipt.ts'
import { canonicalJson } from '../../text/bytes/canonical-json.ts'
import { digest } from '../../text/bytes/digest.ts'

export interface SegmentHead {
  readonly line: string
  /** The link that the first record follows, so that no byte of the head can be changed unnoticed. */
  readonly link: string
}

/** The first line of a segment; `retired` is the newest of the expired segments. */
export function segmentHead(segment: string, retired?: string): SegmentHead {
  const text = canonicalJson({ kind: 'segment', schemaVersion: 2, segment, retired })
  return { line: `${text}\n`, link: digest(text) }
}

export const recordLine = (receipt: Receipt): string => `${canonicalJson(receipt)}\n`
