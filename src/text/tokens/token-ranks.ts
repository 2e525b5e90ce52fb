/**
 * A vocabulary as bytes that are searched directly: for every length, the sorted tokens of that length and their ranks,
 * stored column by column, which deflates best. Nothing is built on loading: creating a map of 200,000 strings takes
 * longer than the rest of a read.
 */
export type RankOf = (bytes: Uint8Array, start: number, end: number) => number

/** The rank of bytes that are not a token. */
export const unranked = 0x7fffffff

/** Bytes. */
export const longestToken = 128
const rankBytes = 3

/** `tokens[rank]`, as text or, where it is not valid UTF-8, as bytes. */
export function packRanks(tokens: readonly (string | readonly number[] | undefined)[]): Uint8Array {
  const encoder = new TextEncoder()
  const byLength = Array.from(
    { length: longestToken + 1 },
    () => [] as { readonly bytes: Uint8Array; readonly rank: number }[],
  )
  tokens.forEach((token, rank) => {
    if (token === undefined) return
    const bytes = typeof token === 'string' ? encoder.encode(token) : Uint8Array.from(token)
    const group = byLength[bytes.length]
    if (!group) throw new Error(`A token has ${bytes.length} bytes; at most ${longestToken} are expected.`)
    group.push({ bytes, rank })
  })
  const size = byLength.reduce(
    (sum, group, length) => sum + group.length * (length + rankBytes),
    4 * (longestToken + 1),
  )
  const packed = new Uint8Array(size)
  const view = new DataView(packed.buffer)
  let at = 4 * (longestToken + 1)
  for (const [length, group] of byLength.entries()) {
    view.setUint32(4 * length, group.length)
    group.sort((a, b) => compareBytes(a.bytes, b.bytes))
    for (let i = 0; i < length; i++) for (const { bytes } of group) packed[at++] = bytes[i] ?? 0
    for (let i = rankBytes - 1; i >= 0; i--) for (const { rank } of group) packed[at++] = (rank >> (8 * i)) & 255
  }
  return packed
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return (a[i] ?? 0) - (b[i] ?? 0)
  return 0
}

export function openRanks(packed: Uint8Array): RankOf {
  const view = new DataView(packed.buffer, packed.byteOffset)
  const counts = Array.from({ length: longestToken + 1 }, (_, length) => view.getUint32(4 * length))
  let at = 4 * (longestToken + 1)
  const starts = counts.map((count, length) => (at += count * (length + rankBytes)) - count * (length + rankBytes))
  return (bytes, start, end) => {
    const length = end - start
    const first = starts[length]
    const count = counts[length] ?? 0
    if (first === undefined) return unranked
    let low = 0
    let high = count - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      let difference = 0
      for (let i = 0, at = first + middle; i < length && difference === 0; i++, at += count)
        difference = (packed[at] ?? 0) - (bytes[start + i] ?? 0)
      if (difference === 0) return rankAt(packed, first + count * length + middle, count)
      if (difference < 0) low = middle + 1
      else high = middle - 1
    }
    return unranked
  }
}

const rankAt = (packed: Uint8Array, at: number, count: number): number =>
  ((packed[at] ?? 0) << 16) | ((packed[at + count] ?? 0) << 8) | (packed[at + 2 * count] ?? 0)
