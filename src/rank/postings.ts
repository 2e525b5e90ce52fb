import type { TextIndex } from './text-index.ts'

/** A text and the number of its first block among all. */
export interface Placed {
  readonly text: TextIndex
  readonly firstBlock: number
}

/** For each term the blocks that contain it, ascending, and how often. */
export interface Postings {
  readonly terms: ReadonlyMap<string, number>
  readonly first: Uint32Array
  readonly block: Uint32Array
  readonly count: Uint8Array
}

type Visit = (term: number, block: number, count: number) => void

export function textPostings(members: readonly Placed[]): Postings {
  return collect(members, ({ terms }) => terms, visitText)
}

/** A term of a heading belongs to all blocks of its section and of the sections below. */
export function headingPostings(members: readonly Placed[]): Postings {
  return collect(members, ({ headingTerms }) => headingTerms, visitHeadings)
}

/** Two passes over all members: count, then fill. No list is built per term. */
function collect(
  members: readonly Placed[],
  termsOf: (text: TextIndex) => readonly string[],
  visitMember: (member: Placed, numbers: Uint32Array, visit: Visit) => void,
): Postings {
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
  visitAll((term, place, times) => {
    const at = next[term] ?? 0
    next[term] = at + 1
    block[at] = place
    count[at] = Math.min(255, times)
  })
  return { terms, first, block, count }
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
      let count = 0
      for (; at < end && blockOf[text.postingUnit[at] ?? 0] === block; at++) count += text.postingCount[at] ?? 0
      visit(numbers[term] ?? 0, firstBlock + block, count)
    }
  }
}

function visitHeadings({ text, firstBlock }: Placed, numbers: Uint32Array, visit: Visit): void {
  for (let block = 0; block < text.blockSection.length; block++) {
    const section = text.blockSection[block] ?? 0
    const end = text.headingTermFirst[section + 1] ?? 0
    for (let at = text.headingTermFirst[section] ?? 0; at < end; at++) visit(numbers[at] ?? 0, firstBlock + block, 1)
  }
}

/** The number of units that contain each term. */
export function unitsWithTerms(members: readonly Placed[], { terms }: Postings): Uint32Array {
  const holding = new Uint32Array(terms.size)
  for (const { text } of members) {
    for (let place = 0; place < text.terms.length; place++) {
      const number = terms.get(text.terms[place] ?? '') ?? 0
      holding[number] = (holding[number] ?? 0) + (text.postingFirst[place + 1] ?? 0) - (text.postingFirst[place] ?? 0)
    }
  }
  return holding
}
