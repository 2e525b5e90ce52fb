import { constants } from './constants.ts'
import type { Corpus, Member } from './corpus.ts'

/** Contiguous units of one section. */
export interface Region {
  /** Number of the member. */
  readonly index: number
  readonly member: Member
  readonly section: number
  readonly first: number
  readonly end: number
}

/** Blocks to each side that the widest window may cover. */
const reach = Math.ceil(Math.max(...constants.windows) / constants.block)

/** The blocks, each with its neighbours in the same section; adjacent regions are merged. */
export function regionsOf({ members, blockMember }: Corpus, blocks: readonly number[]): readonly Region[] {
  const regions: Region[] = []
  for (const block of [...blocks].sort((a, b) => a - b)) {
    const index = blockMember[block] ?? 0
    const member = members[index]
    if (!member) continue
    const { text, firstBlock } = member
    const section = text.blockSection[block - firstBlock] ?? 0
    let [from, to] = [block - firstBlock, block - firstBlock]
    while (block - firstBlock - from < reach && text.blockSection[from - 1] === section) from -= 1
    while (to - block + firstBlock < reach && text.blockSection[to + 1] === section) to += 1
    const region = { index, member, section, first: text.blockFirst[from] ?? 0, end: text.blockFirst[to + 1] ?? 0 }
    const last = regions.at(-1)
    if (last && last.index === index && last.section === section && last.end >= region.first)
      regions[regions.length - 1] = { ...last, end: region.end }
    else regions.push(region)
  }
  return regions
}
