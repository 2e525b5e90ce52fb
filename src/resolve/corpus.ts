import { contentWords } from '../text/words.ts'
import { isBoundary } from './boundaries.ts'
import { headingPostings, textPostings, unitsWithTerms, type Placed, type Postings } from './postings.ts'
import { prepareText, type PreparedText } from './prepare.ts'
import type { Source } from './source.ts'
import { weights } from './weights.ts'

/** Texts that are weighed against each other, and how common each word is among them. */
export interface Corpus {
  /** By ref, then path: the order in which they were given changes nothing. */
  readonly members: readonly Member[]
  readonly units: number
  readonly blocks: number
  /** Which member a block belongs to, and how many content words it has. */
  readonly blockMember: Uint32Array
  readonly blockLength: Uint32Array
  /** Content words of a unit, a block, each of the windows and the surroundings. */
  readonly averages: { readonly unit: number; readonly block: number; readonly windows: readonly number[]; readonly surroundings: number }
  readonly text: Postings
  readonly headings: Postings
  /** Units that hold each term of `text`. */
  readonly unitsWith: Uint32Array
  /** Words of titles and hints: which members have them, and how much that counts. */
  readonly fields: ReadonlyMap<string, readonly Field[]>
  /** By ref: blocks that say what the entry is not for. */
  readonly boundaries: ReadonlyMap<string, readonly number[]>
}

export interface Member {
  readonly source: Source
  /** Made ready when it is first looked at. */
  readonly text: PreparedText
  /** Number of its first block among all, and how many it has. */
  readonly firstBlock: number
  readonly blockCount: number
}

/** What is counted over all texts together; it follows from their bytes and places alone, so it can be kept by them. */
export interface Counts {
  readonly units: number
  readonly averages: Corpus['averages']
  /** Blocks of each member. */
  readonly blockCounts: Uint32Array
  readonly blockLength: Uint32Array
  readonly text: Postings
  readonly headings: Postings
  readonly unitsWith: Uint32Array
  /** Blocks that say what their entry is not for. */
  readonly boundaryBlocks: Uint32Array
}

export interface Field {
  readonly member: number
  readonly weight: number
}

export interface Preparing {
  prepare(source: Source): PreparedText
  /** Counts of these very sources, kept from before or made now. */
  count(sources: readonly Source[], make: () => Counts): Counts
}

const afresh: Preparing = { prepare: ({ text, from }) => prepareText(text, from), count: (_, make) => make() }

export function indexCorpus(given: readonly Source[], { prepare, count }: Preparing = afresh): Corpus {
  const sources = [...given].sort(byPlace)
  const { blockCounts, boundaryBlocks, ...counts } = count(sources, () => countAll(sources, sources.map(prepare)))
  const members = toMembers(sources, blockCounts, prepare)
  const blockMember = new Uint32Array(counts.blockLength.length)
  for (const [index, { firstBlock, blockCount }] of members.entries()) blockMember.fill(index, firstBlock, firstBlock + blockCount)
  return {
    ...counts,
    members,
    blocks: blockMember.length,
    blockMember,
    fields: fieldsOf(members),
    boundaries: boundariesOf(members, blockMember, boundaryBlocks),
  }
}

const byPlace = (a: Source, b: Source): number => compare(a.ref, b.ref) || compare(a.path, b.path) || a.from - b.from || compare(a.text, b.text)
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function toMembers(sources: readonly Source[], blockCounts: Uint32Array, prepare: Preparing['prepare']): readonly Member[] {
  let firstBlock = 0
  return sources.map((source, index) => {
    let text: PreparedText | undefined
    const member = { source, firstBlock, blockCount: blockCounts[index] ?? 0, get text() { return (text ??= prepare(source)) } }
    firstBlock += member.blockCount
    return member
  })
}

function countAll(sources: readonly Source[], texts: readonly PreparedText[]): Counts {
  const blockCounts = Uint32Array.from(texts, ({ blockSection }) => blockSection.length)
  let firstBlock = 0
  const placed = texts.map((text) => ({ text, firstBlock: (firstBlock += text.blockSection.length) - text.blockSection.length }))
  const text = textPostings(placed)
  const boundaryBlocks = placed.flatMap(({ text: { blockSection, headings }, firstBlock: first }, index) =>
    [...blockSection].flatMap((section, block) => (isBoundary(sources[index]?.path ?? '', headings[section] ?? []) ? [first + block] : [])),
  )
  return { ...sizesOf(placed), blockCounts, text, headings: headingPostings(placed), unitsWith: unitsWithTerms(placed, text), boundaryBlocks: Uint32Array.from(boundaryBlocks) }
}

function sizesOf(placed: readonly Placed[]): Pick<Counts, 'units' | 'blockLength' | 'averages'> {
  const last = placed.at(-1)
  const blocks = last ? last.firstBlock + last.text.blockSection.length : 0
  const blockLength = new Uint32Array(blocks)
  let units = 0
  let characters = 0
  let words = 0
  for (const { text, firstBlock } of placed) {
    units += text.unitStart.length
    for (let block = 0; block < text.blockSection.length; block++) {
      let length = 0
      for (let unit = text.blockFirst[block] ?? 0; unit < (text.blockFirst[block + 1] ?? 0); unit++) {
        length += text.unitLength[unit] ?? 0
        characters += (text.unitEnd[unit] ?? 0) - (text.unitStart[unit] ?? 0)
      }
      blockLength[firstBlock + block] = length
      words += length
    }
  }
  // Where sections are short, so are the windows in them.
  const averageWindow = (size: number): number => atLeastOne(blockLength.reduce((sum, length) => sum + Math.min(length, (size * words) / Math.max(1, characters)), 0) / Math.max(1, blocks))
  const averages = {
    unit: atLeastOne(words / Math.max(1, units)),
    block: atLeastOne(words / Math.max(1, blocks)),
    windows: weights.windows.map(({ size }) => averageWindow(size)),
    surroundings: averageWindow(weights.surroundings.size),
  }
  return { units, blockLength, averages }
}

const atLeastOne = (average: number): number => Math.max(1, average)

function fieldsOf(members: readonly Member[]): Corpus['fields'] {
  const fields = new Map<string, Field[]>()
  const entries = new Map<Source['entry'], ReadonlyMap<string, number>>()
  for (const [member, { source: { entry, title, hints } }] of members.entries()) {
    let shared = entries.get(entry)
    if (!shared) entries.set(entry, (shared = weighed(entry.name, entry.description)))
    const own = weighed(title, hints.join('\n'))
    for (const [term, weight] of own) add(fields, term, { member, weight: Math.max(weight, shared.get(term) ?? 0) })
    for (const [term, weight] of shared) if (!own.has(term)) add(fields, term, { member, weight })
  }
  return fields
}

/** Words of a title count in full, words that hint at the content less. */
function weighed(title: string, hint: string): ReadonlyMap<string, number> {
  const weighed = new Map<string, number>()
  for (const term of contentWords(hint)) weighed.set(term, weights.hint)
  for (const term of new Set(contentWords(title))) weighed.set(term, (weighed.get(term) ?? 0) + weights.title)
  return weighed
}

function boundariesOf(members: readonly Member[], blockMember: Uint32Array, blocks: Uint32Array): Corpus['boundaries'] {
  const boundaries = new Map<string, number[]>()
  for (const block of blocks) add(boundaries, members[blockMember[block] ?? 0]?.source.ref ?? '', block)
  return boundaries
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}
