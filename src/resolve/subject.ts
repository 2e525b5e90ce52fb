import { contentWords } from '../text/words.ts'
import type { Corpus } from './corpus.ts'
import type { Postings } from './postings.ts'
import { firstAtLeast } from './regions.ts'
import { envelopeOf } from './source.ts'
import type { Candidate } from './take.ts'

/** Of fewer blocks it is chance which words most of them share. */
const fewestBlocks = 4

/** Words of an entry's name, and words that most of its blocks hold: they tell the entry from others, not its places from each other. */
export function isSubject({ members, text, headings }: Corpus, { index, member: { source } }: Pick<Candidate, 'index' | 'member'>): (term: string) => boolean {
  const named = new Set(contentWords(source.entry.name))
  const entry = envelopeOf(source)
  const isOf = (place: number): boolean => members[place] !== undefined && envelopeOf(members[place].source) === entry
  let [first, last] = [index, index]
  while (isOf(first - 1)) first -= 1
  while (isOf(last + 1)) last += 1
  const start = members[first]?.firstBlock ?? 0
  const end = (members[last]?.firstBlock ?? 0) + (members[last]?.blockCount ?? 0)
  const inMost = (postings: Postings, term: string): boolean => blocksWith(postings, term, start, end) * 2 > end - start
  return (term) => named.has(term) || (end - start >= fewestBlocks && (inMost(text, term) || inMost(headings, term)))
}

/** How many blocks from `start` to `end` hold a term. */
function blocksWith({ terms, first, block }: Postings, term: string, start: number, end: number): number {
  const number = terms.get(term)
  if (number === undefined) return 0
  const [from, to] = [first[number] ?? 0, first[number + 1] ?? 0]
  return firstAtLeast(block, from, to, end) - firstAtLeast(block, from, to, start)
}
