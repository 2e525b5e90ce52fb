import type { WordIndex } from '../../model/ports.ts'
import type { Terms } from '../../rank/corpus.ts'
import { noPosting, startingWith, type Posting, type Postings } from '../../rank/postings.ts'
import { decodePlaces, type TermPlaces } from '../../rank/stored-postings.ts'

/** A text of a corpus whose words are in a shared index, or only in this process. */
export interface SharedText {
  readonly firstBlock: number
  /** Its number in the index, or its own places if nothing of it may be stored. */
  readonly words: number | ReadonlyMap<string, Uint8Array>
}

interface Known {
  readonly text: Posting | undefined
  readonly headings: Posting | undefined
  readonly units: number
}

/** Maximum blocks whose places are cached between reads. */
const mostBlocks = 4_000_000

/**
 * The words of some texts, looked up in a shared index: it is asked about these texts only, and only for the words of a
 * task. Answers are cached, because the texts of a corpus do not change.
 */
export function sharedTerms(index: WordIndex, texts: readonly SharedText[]): Terms {
  const byNumber = new Map<number, SharedText[]>()
  for (const text of texts)
    if (typeof text.words === 'number') byNumber.set(text.words, [...(byNumber.get(text.words) ?? []), text])
  const own = texts.flatMap(({ firstBlock, words }) => (typeof words === 'number' ? [] : [{ firstBlock, words }]))
  const among = bitsOf([...byNumber.keys()])
  const known = new Map<string, Known>()
  const starts = new Map<string, readonly string[]>()
  let remembered = 0

  const expect = (terms: readonly string[]): void => {
    const asked = new Set(terms.filter((term) => !known.has(term)))
    if (asked.size === 0) return
    if (remembered > mostBlocks) {
      known.clear()
      starts.clear()
      remembered = 0
      // Known terms of the same call were just dropped, so they are looked up again.
      for (const term of terms) asked.add(term)
    }
    const stored = byNumber.size === 0 ? new Map<string, never>() : index.places([...asked], among)
    for (const term of asked) {
      const found: Placed[] = [
        ...(stored.get(term) ?? []).flatMap(({ number, places }) => {
          const decoded = decodePlaces(places)
          return (byNumber.get(number) ?? []).map(({ firstBlock }) => ({ firstBlock, places: decoded }))
        }),
        ...own.flatMap(({ firstBlock, words }) => {
          const places = words.get(term)
          return places ? [{ firstBlock, places: decodePlaces(places) }] : []
        }),
      ]
      const joined = joinPlaces(found)
      remembered += (joined.text?.block.length ?? 0) + (joined.headings?.block.length ?? 0)
      known.set(term, joined)
    }
  }
  const lookUp = (term: string): Known => {
    expect([term])
    return known.get(term) ?? nowhere
  }
  const startingIn = (start: string): readonly string[] => {
    const before = starts.get(start)
    if (before) return before
    const found = new Set(byNumber.size === 0 ? [] : index.startingWith(start, among))
    for (const { words } of own)
      for (const [term, places] of words) if (term.startsWith(start) && places[0] !== 0) found.add(term)
    const sorted = [...found].sort()
    starts.set(start, sorted)
    return sorted
  }
  const postings = (of: 'text' | 'headings'): Postings => ({
    has: (term) => lookUp(term)[of] !== undefined,
    of: (term) => lookUp(term)[of] ?? noPosting,
    startingWith: (start, most) => startingWith(startingIn(start), start, most),
  })
  return { text: postings('text'), headings: postings('headings'), unitsWith: (term) => lookUp(term).units, expect }
}

const nowhere: Known = { text: undefined, headings: undefined, units: 0 }

interface Placed {
  readonly firstBlock: number
  readonly places: TermPlaces
}

function joinPlaces(found: Placed[]): Known {
  found.sort((a, b) => a.firstBlock - b.firstBlock)
  const inText = found.filter(({ places }) => places.units > 0)
  const inHeadings = found.filter(({ places }) => places.headings !== undefined)
  return {
    text: joined(
      inText,
      ({ blocks }) => blocks,
      ({ counts }) => counts,
    ),
    headings: joined(inHeadings, ({ headings = noBlocks }) => headings),
    units: inText.reduce((sum, { places: { units } }) => sum + units, 0),
  }
}

const none = new Uint8Array()
const noBlocks = new Uint32Array()

/** In the order of the texts; `undefined` if no text has it. */
function joined(
  found: readonly Placed[],
  blocksOf: (places: TermPlaces) => Uint32Array,
  countsOf: (places: TermPlaces) => Uint8Array = () => none,
): Posting | undefined {
  if (found.length === 0) return undefined
  const total = found.reduce((sum, { places }) => sum + blocksOf(places).length, 0)
  const [block, count] = [new Uint32Array(total), new Uint8Array(total).fill(1)]
  let at = 0
  for (const { firstBlock, places } of found) {
    const counts = countsOf(places)
    for (const [i, own] of blocksOf(places).entries()) {
      block[at] = firstBlock + own
      count[at] = counts[i] ?? 1
      at += 1
    }
  }
  return { block, count }
}

function bitsOf(numbers: readonly number[]): Uint8Array {
  const bits = new Uint8Array(Math.floor(numbers.reduce((most, number) => Math.max(most, number), 0) / 8) + 1)
  for (const number of numbers) bits[number >> 3] = (bits[number >> 3] ?? 0) | (1 << (number & 7))
  return bits
}
