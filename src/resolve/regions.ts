import type { Corpus, Member } from './corpus.ts'
import { termPlace } from './prepare.ts'

/** Units of one section that lie together. */
export interface Region {
  readonly index: number
  readonly member: Member
  readonly section: number
  readonly first: number
  readonly size: number
}

/** The given blocks, each with the blocks beside it in its section; what touches becomes one. */
export function regionsOf({ members, blockMember }: Corpus, blocks: readonly number[]): readonly Region[] {
  const regions: Region[] = []
  for (const block of [...blocks].sort((a, b) => a - b)) {
    const index = blockMember[block] ?? 0
    const member = members[index]
    if (!member) continue
    const { text, firstBlock } = member
    const own = block - firstBlock
    const section = text.blockSection[own] ?? 0
    const first = text.blockFirst[text.blockSection[own - 1] === section ? own - 1 : own] ?? 0
    const end = text.blockFirst[text.blockSection[own + 1] === section ? own + 2 : own + 1] ?? 0
    const last = regions.at(-1)
    if (last && last.index === index && last.section === section && last.first + last.size >= first) regions[regions.length - 1] = { ...last, size: end - last.first }
    else regions.push({ index, member, section, first, size: end - first })
  }
  return regions
}

/** How often a word stands in each unit of a region. */
export function wordCounts(term: string, { member: { text }, first, size }: Region): Float32Array {
  const counts = new Float32Array(size)
  const place = termPlace(text, term)
  if (place < 0) return counts
  const end = text.postingFirst[place + 1] ?? 0
  for (let at = firstAtLeast(text.postingUnit, text.postingFirst[place] ?? 0, end, first); at < end; at++) {
    const unit = (text.postingUnit[at] ?? 0) - first
    if (unit >= size) break
    counts[unit] = text.postingCount[at] ?? 0
  }
  return counts
}

/** Of the sorted numbers from `from` to `to`, the place of the first that is not below `limit`. */
export function firstAtLeast(sorted: Uint32Array, from: number, to: number, limit: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < limit) low = middle + 1
    else high = middle
  }
  return low
}
