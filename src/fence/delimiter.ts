import { shortDigest } from '../text/bytes/digest.ts'

/** The smallest counter whose value does not occur in the payload, so the same payload always has the same boundary. */
export function freeDelimiter(payload: string): string {
  for (let counter = 0; ; counter++) {
    const boundary = shortDigest(`${counter}\n${payload}`, 8)
    if (!payload.includes(boundary)) return boundary
  }
}
