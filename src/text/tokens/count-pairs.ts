import { unranked, type RankOf } from './token-ranks.ts'

const mostRemembered = 50_000
/** Longer pieces rarely recur, so they are not cached. */
const longestRemembered = 64

/** Counts the tokens of single pieces by byte-pair encoding. */
export function pairCounter(rankOf: RankOf): (piece: string) => number {
  const remembered = new Map<string, number>()
  const encoder = new TextEncoder()
  const countBytes = (bytes: Uint8Array): number =>
    rankOf(bytes, 0, bytes.length) === unranked ? mergedParts(bytes, rankOf) : 1
  return (piece) => {
    if (piece.length > longestRemembered) return countBytes(encoder.encode(piece))
    const known = remembered.get(piece)
    if (known !== undefined) return known
    const count = countBytes(encoder.encode(piece))
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(piece, count)
    return count
  }
}

/** A key combines rank and position, so that keys sort by rank and then by position. */
const positions = 2 ** 32

/**
 * Merges the adjacent pair of lowest rank, the first on a tie, until no pair is a token. Pairs are in a heap, because
 * scanning every pair for every merge would be quadratic. Pairs that were merged or changed since stay in the heap and
 * are skipped.
 */
function mergedParts(bytes: Uint8Array, rankOf: RankOf): number {
  const size = bytes.length
  // For the part that begins at each byte: its end, the start of the previous part, and the rank of its pair with the
  // next.
  const ends = Uint32Array.from({ length: size }, (_, i) => i + 1)
  const before = Int32Array.from({ length: size }, (_, i) => i - 1)
  const ranks = new Int32Array(size).fill(unranked)
  const heap = new PairHeap()
  const rankPair = (start: number): void => {
    const end = ends[start] ?? size
    const rank = end < size ? rankOf(bytes, start, ends[end] ?? size) : unranked
    ranks[start] = rank
    if (rank !== unranked) heap.push(rank * positions + start)
  }
  for (let start = 0; start < size; start++) rankPair(start)
  let parts = size
  for (let key = heap.pop(); key !== undefined; key = heap.pop()) {
    const start = key % positions
    if (ranks[start] !== Math.floor(key / positions)) continue
    const joined = ends[start] ?? size
    const end = ends[joined] ?? size
    ends[start] = end
    ranks[joined] = unranked
    if (end < size) before[end] = start
    parts -= 1
    rankPair(start)
    const previous = before[start] ?? -1
    if (previous >= 0) rankPair(previous)
  }
  return parts
}

/** The smallest number first. */
class PairHeap {
  readonly #keys: number[] = []

  push(key: number): void {
    const keys = this.#keys
    let at = keys.length
    keys.push(key)
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = keys[parent] ?? 0
      if (above <= key) break
      keys[at] = above
      at = parent
    }
    keys[at] = key
  }

  pop(): number | undefined {
    const keys = this.#keys
    const smallest = keys[0]
    const last = keys.pop()
    if (last === undefined || keys.length === 0) return smallest
    let at = 0
    for (let child = 1; child < keys.length; child = 2 * at + 1) {
      if (child + 1 < keys.length && (keys[child + 1] ?? 0) < (keys[child] ?? 0)) child += 1
      const below = keys[child] ?? 0
      if (below >= last) break
      keys[at] = below
      at = child
    }
    keys[at] = last
    return smallest
  }
}
