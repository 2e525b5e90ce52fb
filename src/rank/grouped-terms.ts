import { joinParts, splitParts } from './binary-parts.ts'
import type { Counts, Terms } from './corpus.ts'
import { noPosting, type Posting, type Postings } from './postings.ts'
import { asLines, DamagedIndex, fromLines } from './stored-text.ts'
import { decodePlaces, encodedPlaces } from './stored-postings.ts'

/** The first term of each group of neighbouring terms, and where the group ends in the bytes of all groups. */
export interface TermGroups {
  readonly starts: readonly string[]
  readonly ends: Uint32Array
}

/** A group is always read as a whole. */
const mostTerms = 64
const mostBytes = 16_384

/** The places of all terms, sorted by term, in groups: a search reads only the groups of its words. */
export function groupTerms(counts: Counts): TermGroups & { readonly bytes: Uint8Array } {
  const places = new Map(encodedPlaces(counts))
  const groups: Uint8Array[] = []
  const starts: string[] = []
  let [terms, size]: [string[], number] = [[], 0]
  const close = (): void => {
    if (terms.length > 0) groups.push(encodeGroup(terms, places))
    ;[terms, size] = [[], 0]
  }
  for (const term of [...places.keys()].sort()) {
    const { length = 0 } = places.get(term) ?? {}
    if (terms.length === mostTerms || size + length > mostBytes) close()
    if (terms.length === 0) starts.push(term)
    terms.push(term)
    size += length
  }
  close()
  let end = 0
  const ends = Uint32Array.from(groups, ({ length }) => (end += length))
  return { starts, ends, bytes: Buffer.concat(groups) }
}

function encodeGroup(terms: readonly string[], places: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const own = terms.map((term) => places.get(term) ?? new Uint8Array())
  let end = 0
  return joinParts({ terms: asLines(terms) }, [
    Uint32Array.from(own, ({ length }) => (end += length)),
    new Uint8Array(Buffer.concat(own)),
  ])
}

interface Group {
  readonly terms: readonly string[]
  /** Places of the term with this number. */
  places(number: number): Uint8Array
}

function decodeGroup(bytes: Uint8Array | undefined): Group {
  const parts = bytes && splitParts(bytes)
  const terms = fromLines((parts?.json as { readonly terms?: unknown } | undefined)?.terms)
  const [[ends], [all]] = [parts?.u32 ?? [], parts?.u8 ?? []]
  if (!terms || !ends || !all || ends.length !== terms.length) throw new DamagedIndex()
  return { terms, places: (number) => all.subarray(ends[number - 1] ?? 0, ends[number] ?? 0) }
}

interface Known {
  readonly units: number
  readonly text: Posting | undefined
  readonly headings: Posting | undefined
}

const nowhere: Known = { units: 0, text: undefined, headings: undefined }

/** `read` throws or returns nothing if the bytes are gone. Groups that were read are cached. */
export function groupedTerms(
  { starts, ends }: TermGroups,
  read: (range: { readonly start: number; readonly end: number }) => Uint8Array | undefined,
): Terms {
  const groups = new Map<number, Group>()
  const known = new Map<string, Known>()
  const groupAt = (number: number): Group => {
    const group = groups.get(number) ?? decodeGroup(read({ start: ends[number - 1] ?? 0, end: ends[number] ?? 0 }))
    groups.set(number, group)
    return group
  }
  const lookUp = (term: string): Known => {
    const before = known.get(term)
    if (before) return before
    const number = lastAtMost(starts, term)
    const group = number < 0 ? undefined : groupAt(number)
    const at = group?.terms.indexOf(term) ?? -1
    const found = group && at >= 0 ? knownPlaces(group.places(at)) : nowhere
    known.set(term, found)
    return found
  }
  const startingWith = (start: string, most: number): readonly string[] => {
    const found: string[] = []
    for (let number = Math.max(0, lastAtMost(starts, start)); number < starts.length; number++) {
      if (found.length >= most || ((starts[number] ?? '') > start && !starts[number]?.startsWith(start))) break
      const { terms, places } = groupAt(number)
      for (const [at, term] of terms.entries()) if (term.startsWith(start) && places(at)[0] !== 0) found.push(term)
    }
    return found.slice(0, most)
  }
  const postings = (of: 'text' | 'headings'): Postings => ({
    has: (term) => lookUp(term)[of] !== undefined,
    of: (term) => lookUp(term)[of] ?? noPosting,
    startingWith,
  })
  return { text: postings('text'), headings: postings('headings'), unitsWith: (term) => lookUp(term).units }
}

function knownPlaces(bytes: Uint8Array): Known {
  const { units, blocks, counts, headings } = decodePlaces(bytes)
  return {
    units,
    text: units === 0 ? undefined : { block: blocks, count: counts },
    headings: headings && { block: Uint32Array.from(headings), count: new Uint8Array(headings.length).fill(1) },
  }
}

/** Index of the last of these sorted texts that does not come after `text`; -1 if all do. */
function lastAtMost(sorted: readonly string[], text: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') <= text) low = middle + 1
    else high = middle
  }
  return low - 1
}
