import { contentWords } from '../text/words.ts'
import { isBoundary } from './boundaries.ts'
import { headingPostings, textPostings, unitsWithTerms, type Postings } from './postings.ts'
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
  /** By the first term of their phrase. */
  readonly synonyms: ReadonlyMap<string, readonly Synonym[]>
  /** By ref: blocks that say what the entry is not for. */
  readonly boundaries: ReadonlyMap<string, readonly number[]>
}

export interface Member {
  readonly source: Source
  readonly text: PreparedText
  /** Number of its first block among all. */
  readonly firstBlock: number
}

export interface Field {
  readonly member: number
  readonly weight: number
}

/** A member says that `phrase` means the same as each of the `others`. */
export interface Synonym {
  readonly member: number
  readonly phrase: readonly string[]
  readonly others: readonly (readonly string[])[]
}

export type Prepare = (source: Source) => PreparedText

export function indexCorpus(sources: readonly Source[], prepare: Prepare = ({ text, from }) => prepareText(text, from)): Corpus {
  const members = toMembers([...sources].sort(byPlace), prepare)
  const text = textPostings(members)
  return {
    members,
    ...sizesOf(members),
    text,
    headings: headingPostings(members),
    unitsWith: unitsWithTerms(members, text),
    fields: fieldsOf(members),
    synonyms: synonymsOf(members),
    boundaries: boundariesOf(members),
  }
}

const byPlace = (a: Source, b: Source): number => compare(a.ref, b.ref) || compare(a.path, b.path) || a.from - b.from || compare(a.text, b.text)
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function toMembers(sources: readonly Source[], prepare: Prepare): readonly Member[] {
  let firstBlock = 0
  return sources.map((source) => {
    const member = { source, text: prepare(source), firstBlock }
    firstBlock += member.text.blockSection.length
    return member
  })
}

function sizesOf(members: readonly Member[]): Pick<Corpus, 'units' | 'blocks' | 'blockMember' | 'blockLength' | 'averages'> {
  const last = members.at(-1)
  const blocks = last ? last.firstBlock + last.text.blockSection.length : 0
  const blockMember = new Uint32Array(blocks)
  const blockLength = new Uint32Array(blocks)
  let units = 0
  let characters = 0
  let words = 0
  for (const [index, { text, firstBlock }] of members.entries()) {
    units += text.unitStart.length
    blockMember.fill(index, firstBlock, firstBlock + text.blockSection.length)
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
  return { units, blocks, blockMember, blockLength, averages }
}

const atLeastOne = (average: number): number => Math.max(1, average)

function fieldsOf(members: readonly Member[]): Corpus['fields'] {
  const fields = new Map<string, Field[]>()
  for (const [member, { source }] of members.entries()) {
    const own = new Map<string, number>()
    for (const term of contentWords(source.hints.join('\n'))) own.set(term, weights.hint)
    for (const term of new Set(contentWords(source.title))) own.set(term, (own.get(term) ?? 0) + weights.title)
    for (const [term, weight] of own) add(fields, term, { member, weight })
  }
  return fields
}

function synonymsOf(members: readonly Member[]): Corpus['synonyms'] {
  const synonyms = new Map<string, Synonym[]>()
  for (const [member, { source }] of members.entries()) {
    for (const group of source.synonyms) {
      const phrases = group.map(contentWords).filter(({ length }) => length > 0)
      for (const phrase of phrases) add(synonyms, phrase[0] ?? '', { member, phrase, others: phrases.filter((other) => other !== phrase) })
    }
  }
  return synonyms
}

function boundariesOf(members: readonly Member[]): Corpus['boundaries'] {
  const boundaries = new Map<string, number[]>()
  for (const { source, text, firstBlock } of members) {
    for (const [block, section] of text.blockSection.entries()) {
      if (isBoundary(source.path, text.headings[section] ?? [])) add(boundaries, source.ref, firstBlock + block)
    }
  }
  return boundaries
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}
