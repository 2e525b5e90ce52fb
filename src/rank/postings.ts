import type { TextIndex } from './text-index.ts'

/** A text and the number of its first block among all. */
export interface Placed {
  readonly text: TextIndex
  readonly firstBlock: number
}

/** The blocks that contain a term, ascending, and how often it occurs in each. */
export interface Posting {
  readonly block: Uint32Array
  readonly count: Uint8Array
}

/** Where terms occur; in memory, or looked up in a store. */
export interface Postings {
  has(term: string): boolean
  /** Has no blocks for a term that does not occur. */
  of(term: string): Posting
  /** The first `most` terms with this prefix, sorted. */
  startingWith(start: string, most: number): readonly string[]
}

/** The postings of all terms, as lists that can be stored. */
export interface PostingLists extends Posting {
  readonly terms: ReadonlyMap<string, number>
  readonly first: Uint32Array
}

export const noPosting: Posting = { block: new Uint32Array(), count: new Uint8Array() }

export function listedPostings({ terms, first, block, count }: PostingLists): Postings {
  let sorted: readonly string[] | undefined
  return {
    has: (term) => terms.has(term),
    of(term) {
      const number = terms.get(term)
      if (number === undefined) return noPosting
      const [from, to] = [first[number], first[number + 1]]
      return { block: block.subarray(from, to), count: count.subarray(from, to) }
    },
    startingWith: (start, most) => startingWith((sorted ??= [...terms.keys()].sort()), start, most),
  }
}

/** Sorted words with the same prefix are contiguous. */
export function startingWith(sorted: readonly string[], start: string, most: number): readonly string[] {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') < start) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < sorted.length && end - low < most && (sorted[end] ?? '').startsWith(start)) end += 1
  return sorted.slice(low, end)
}

/** `units`: number of units of the block that contain the term. */
type Visit = (term: number, block: number, count: number, units: number) => void

/** `unitsWith`: the number of units that contain each term. */
export function textPostings(members: readonly Placed[]): PostingLists & { readonly unitsWith: Uint32Array } {
  return collect(members, ({ terms }) => terms, visitText)
}

/** A term of a heading belongs to all blocks of its section and of the sections below. */
export function headingPostings(members: readonly Placed[]): PostingLists {
  const { unitsWith: _none, ...lists } = collect(members, ({ headingTerms }) => headingTerms, visitHeadings)
  return lists
}

/** Two passes over all members: count, then fill. No list is built per term. */
function collect(
  members: readonly Placed[],
  termsOf: (text: TextIndex) => readonly string[],
  visitMember: (member: Placed, numbers: Uint32Array, visit: Visit) => void,
): ReturnType<typeof textPostings> {
  const terms = new Map<string, number>()
  const numbers = members.map(({ text }) =>
    Uint32Array.from(termsOf(text), (term) => {
      let number = terms.get(term)
      if (number === undefined) terms.set(term, (number = terms.size))
      return number
    }),
  )
  const visitAll = (visit: Visit): void => {
    for (const [index, member] of members.entries()) visitMember(member, numbers[index] ?? new Uint32Array(), visit)
  }
  const first = new Uint32Array(terms.size + 1)
  visitAll((term) => {
    first[term + 1] = (first[term + 1] ?? 0) + 1
  })
  for (let term = 0; term < terms.size; term++) first[term + 1] = (first[term + 1] ?? 0) + (first[term] ?? 0)
  const next = first.slice()
  const block = new Uint32Array(first[terms.size] ?? 0)
  const count = new Uint8Array(block.length)
  const unitsWith = new Uint32Array(terms.size)
  visitAll((term, place, times, units) => {
    const at = next[term] ?? 0
    next[term] = at + 1
    block[at] = place
    count[at] = Math.min(255, times)
    unitsWith[term] = (unitsWith[term] ?? 0) + units
  })
  return { terms, first, block, count, unitsWith }
}

/** Units of a block are contiguous, so the posting of a block ends where the next block begins. */
function visitText({ text, firstBlock }: Placed, numbers: Uint32Array, visit: Visit): void {
  const blockOf = new Uint32Array(text.unitStart.length)
  for (let block = 0; block < text.blockSection.length; block++)
    blockOf.fill(block, text.blockFirst[block], text.blockFirst[block + 1])
  for (let term = 0; term < numbers.length; term++) {
    const end = text.postingFirst[term + 1] ?? 0
    let at = text.postingFirst[term] ?? 0
    while (at < end) {
      const block = blockOf[text.postingUnit[at] ?? 0] ?? 0
      const from = at
      let count = 0
      for (; at < end && blockOf[text.postingUnit[at] ?? 0] === block; at++) count += text.postingCount[at] ?? 0
      visit(numbers[term] ?? 0, firstBlock + block, count, at - from)
    }
  }
}

function visitHeadings({ text, firstBlock }: Placed, numbers: Uint32Array, visit: Visit): void {
  for (let block = 0; block < text.blockSection.length; block++) {
    const section = text.blockSection[block] ?? 0
    const end = text.headingTermFirst[section + 1] ?? 0
    for (let at = text.headingTermFirst[section] ?? 0; at < end; at++) visit(numbers[at] ?? 0, firstBlock + block, 1, 0)
  }
}
