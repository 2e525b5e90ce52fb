import { unranked, type RankOf } from './token-ranks.ts'

const mostRemembered = 50_000

/** Counts the tokens of single pieces: byte-pair encoding, of which only the number of parts is kept. */
export function pairCounter(rankOf: RankOf): (piece: string) => number {
  const remembered = new Map<string, number>()
  const encoder = new TextEncoder()
  return (piece) => {
    const known = remembered.get(piece)
    if (known !== undefined) return known
    const bytes = encoder.encode(piece)
    const count = rankOf(bytes, 0, bytes.length) === unranked ? mergedParts(bytes, rankOf) : 1
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(piece, count)
    return count
  }
}

/** Joins the neighbours of lowest rank, the first of them on a tie, until no two make a token. */
function mergedParts(bytes: Uint8Array, rankOf: RankOf): number {
  let parts = bytes.length
  const starts = Uint32Array.from({ length: parts + 1 }, (_, i) => i)
  const rankFrom = (part: number): number => (part + 2 > parts ? unranked : rankOf(bytes, starts[part] ?? 0, starts[part + 2] ?? 0))
  const ranks = Int32Array.from({ length: parts }, (_, i) => rankFrom(i))
  while (parts > 1) {
    let lowest = 0
    for (let i = 1; i < parts; i++) if ((ranks[i] ?? 0) < (ranks[lowest] ?? 0)) lowest = i
    if (ranks[lowest] === unranked) break
    starts.copyWithin(lowest + 1, lowest + 2, parts + 1)
    ranks.copyWithin(lowest + 1, lowest + 2, parts)
    parts -= 1
    ranks[lowest] = rankFrom(lowest)
    if (lowest > 0) ranks[lowest - 1] = rankFrom(lowest - 1)
  }
  return parts
}
