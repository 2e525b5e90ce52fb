import { joinParts, splitParts } from './binary-parts.ts'
import type { Counts, TextSizes } from './corpus.ts'
import { headingPostings, textPostings, type PostingLists } from './postings.ts'
import type { TextIndex } from './text-index.ts'

/** Where one term occurs in one text. */
export interface TermPlaces {
  /** Number of units that contain it; 0 if only headings do. */
  readonly units: number
  /** Blocks of the text that contain it, and how often. */
  readonly blocks: Uint32Array
  readonly counts: Uint8Array
  /** Blocks below a heading with the term; `undefined` if no heading has it. A heading may have no text below it. */
  readonly headings: Uint32Array | undefined
}

/** The places of every term of a text. */
export const encodePlaces = (text: TextIndex): ReadonlyMap<string, Uint8Array> => {
  const member = [{ text, firstBlock: 0 }]
  const { unitsWith, ...own } = textPostings(member)
  return new Map(encodedPlaces({ text: own, headings: headingPostings(member), unitsWith }))
}

/** The places of every term, each as a few bytes. The first byte is 0 if only headings contain the term. */
export function* encodedPlaces({
  text,
  headings,
  unitsWith,
}: Pick<Counts, 'text' | 'headings' | 'unitsWith'>): Generator<readonly [string, Uint8Array]> {
  for (const term of new Set([...text.terms.keys(), ...headings.terms.keys()])) {
    const numbers: number[] = [unitsWith[text.terms.get(term) ?? -1] ?? 0]
    const [block, count] = listsOf(text, term)
    numbers.push(block.length)
    for (const [at, place] of block.entries()) numbers.push(place - (block[at - 1] ?? 0), count[at] ?? 0)
    const [below] = listsOf(headings, term)
    numbers.push(headings.terms.has(term) ? below.length + 1 : 0)
    for (const [at, place] of below.entries()) numbers.push(place - (below[at - 1] ?? 0))
    yield [term, encodeNumbers(numbers)]
  }
}

function listsOf({ terms, first, block, count }: PostingLists, term: string): readonly [Uint32Array, Uint8Array] {
  const number = terms.get(term)
  const [from, to] = number === undefined ? [0, 0] : [first[number], first[number + 1]]
  return [block.subarray(from, to), count.subarray(from, to)]
}

export function decodePlaces(bytes: Uint8Array): TermPlaces {
  let at = 0
  const next = (): number => {
    let value = bytes[at++] ?? 0
    if (value < 128) return value
    value &= 127
    for (let shift = 7; ; shift += 7) {
      const byte = bytes[at++] ?? 0
      value |= (byte & 127) << shift
      if (byte < 128) return value >>> 0
    }
  }
  const units = next()
  const length = next()
  // Damaged bytes must not cause more memory to be allocated than they occupy.
  const [blocks, counts] = [
    new Uint32Array(Math.min(length, bytes.length)),
    new Uint8Array(Math.min(length, bytes.length)),
  ]
  for (let i = 0, place = 0; i < blocks.length; i++) {
    blocks[i] = place += next()
    counts[i] = next()
  }
  const marked = next()
  const headings = new Uint32Array(Math.min(Math.max(0, marked - 1), bytes.length))
  for (let i = 0, place = 0; i < headings.length; i++) headings[i] = place += next()
  return { units, blocks, counts, headings: marked === 0 ? undefined : headings }
}

/** Seven bits per byte, lowest first; the highest bit means that more bytes follow. */
function encodeNumbers(numbers: readonly number[]): Uint8Array {
  const bytes: number[] = []
  for (const number of numbers) {
    let rest = number
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
    bytes.push(rest)
  }
  return Uint8Array.from(bytes)
}

export const encodeSizes = ({ units, blockLength, sections }: TextSizes): Uint8Array =>
  joinParts({ units }, [blockLength, sections])

/** `undefined` for incomplete bytes. */
export function decodeSizes(bytes: Uint8Array): TextSizes | undefined {
  const parts = splitParts(bytes)
  const [blockLength, sections] = parts?.u32 ?? []
  const units = (parts?.json as { readonly units?: unknown } | undefined)?.units
  return blockLength && sections && typeof units === 'number' ? { units, blockLength, sections } : undefined
}
