import { constants } from './constants.ts'
import { lettersIn } from './letters-in.ts'
import { headingPostings, listedPostings, textPostings, type PostingLists, type Postings } from './postings.ts'
import type { TextIndex } from './text-index.ts'

/** Texts that are ranked together, and the frequency of each word in them. */
export interface Corpus extends Sizes, Terms {
  readonly members: readonly Member[]
  readonly blocks: number
  /** The member that each block belongs to. */
  readonly blockMember: Uint32Array
  /** Members whose labels contain a term. */
  readonly labelled: ReadonlyMap<string, readonly number[]>
  /** Members of entries whose name contains a term. */
  readonly named: ReadonlyMap<string, readonly number[]>
  /** Announces that the texts of these members will be used, so that a store can fetch them together. */
  expectTexts?(members: readonly number[]): void
}

/** Where words occur, by term. */
export interface Terms {
  readonly text: Postings
  readonly headings: Postings
  /** Number of units that contain it. */
  unitsWith(term: string): number
  /** Announces that these terms will be looked up, so that a store can fetch them together. */
  expect?(terms: readonly string[]): void
}

/** A text to be ranked. */
export interface Member {
  /** Built, read from a cache or fetched on access. */
  readonly text: TextIndex
  /** Words of its labels: names, titles, intents, triggers. */
  readonly labels: ReadonlySet<string>
  /** Those labels that belong to this text alone: its title, its declared subject. */
  readonly ownLabels: ReadonlySet<string>
  /** Those labels that are the name of its entry, which does not describe its parts. */
  readonly name: ReadonlySet<string>
  /** Number of its first block among all blocks, and its number of blocks. */
  readonly firstBlock: number
  readonly blockCount: number
}

/** Totals over all texts. */
export interface Sizes {
  readonly units: number
  readonly averages: { readonly unit: number; readonly block: number; readonly windows: readonly number[] }
  /** Blocks per member, and content words per block. */
  readonly blockCounts: Uint32Array
  readonly blockLength: Uint32Array
}

/** Counts over all texts; they depend only on the bytes, so they can be stored. */
export interface Counts extends Sizes {
  readonly text: PostingLists
  readonly headings: PostingLists
  /** Number of units that contain each term of `text`. */
  readonly unitsWith: Uint32Array
}

/** A text whose index is built, or read from a cache, when it is needed; the caller caches it. */
export interface Lazy {
  index(): TextIndex
  readonly labels: ReadonlySet<string>
  readonly ownLabels: ReadonlySet<string>
  readonly name: ReadonlySet<string>
}

export const countedTerms = ({ text, headings, unitsWith }: Counts): Terms => ({
  text: listedPostings(text),
  headings: listedPostings(headings),
  unitsWith: (term) => unitsWith[text.terms.get(term) ?? -1] ?? 0,
})

export function buildCorpus(texts: readonly Lazy[], sizes: Sizes, terms: Terms): Corpus {
  const { units, averages, blockCounts, blockLength } = sizes
  const blocks = blockLength.length
  const blockMember = new Uint32Array(blocks)
  const [labelled, named] = [new Map<string, number[]>(), new Map<string, number[]>()]
  let firstBlock = 0
  const members = texts.map(({ index, labels, ownLabels, name }, number): Member => {
    const blockCount = blockCounts[number] ?? 0
    const member = {
      firstBlock,
      blockCount,
      labels,
      ownLabels,
      name,
      get text() {
        return index()
      },
    }
    blockMember.fill(number, firstBlock, firstBlock + blockCount)
    firstBlock += blockCount
    for (const term of labels) note(labelled, term, number)
    for (const term of name) note(named, term, number)
    return member
  })
  return { units, averages, blockCounts, blockLength, ...terms, members, blocks, blockMember, labelled, named }
}

function note(places: Map<string, number[]>, term: string, number: number): void {
  const known = places.get(term)
  if (known) known.push(number)
  else places.set(term, [number])
}

export function countAll(texts: readonly TextIndex[]): Counts {
  let firstBlock = 0
  const placed = texts.map((text) => {
    const first = firstBlock
    firstBlock += text.blockSection.length
    return { text, firstBlock: first }
  })
  const { unitsWith, ...text } = textPostings(placed)
  return { ...sizesOf(texts.map(sizesOfText)), text, headings: headingPostings(placed), unitsWith }
}

/** What the averages over all texts need of each text. */
export interface TextSizes {
  readonly units: number
  /** Content words of each block. */
  readonly blockLength: Uint32Array
  /** Letters and content words of each section, alternating. */
  readonly sections: Uint32Array
}

export function sizesOfText(text: TextIndex): TextSizes {
  const blockLength = new Uint32Array(text.blockSection.length)
  for (let block = 0; block < blockLength.length; block++)
    blockLength[block] = wordsIn(text, text.blockFirst[block] ?? 0, text.blockFirst[block + 1] ?? 0)
  const sections = new Uint32Array(2 * (text.sectionFirst.length - 1))
  for (let section = 0; 2 * section < sections.length; section++) {
    const [first, end] = [text.sectionFirst[section] ?? 0, text.sectionFirst[section + 1] ?? 0]
    const characters = end > first ? (text.unitEnd[end - 1] ?? 0) - (text.unitStart[first] ?? 0) : 0
    sections.set([lettersIn(characters, text.language), wordsIn(text, first, end)], 2 * section)
  }
  return { units: text.unitStart.length, blockLength, sections }
}

function wordsIn({ unitLength }: TextIndex, first: number, end: number): number {
  let words = 0
  for (let unit = first; unit < end; unit++) words += unitLength[unit] ?? 0
  return words
}

export function sizesOf(texts: readonly TextSizes[]): Sizes {
  const blockCounts = Uint32Array.from(texts, ({ blockLength }) => blockLength.length)
  const blockLength = new Uint32Array(blockCounts.reduce((sum, own) => sum + own, 0))
  let [units, words, blocks] = [0, 0, 0]
  for (const text of texts) {
    units += text.units
    blockLength.set(text.blockLength, blocks)
    blocks += text.blockLength.length
    for (const length of text.blockLength) words += length
  }
  // If most of a corpus is not prose, a sentence must not count as long.
  const average = (whole: number, parts: number): number =>
    Math.max(constants.shortSentence, whole / Math.max(1, parts))
  // If sections are short, so are the windows in them; a long section has as many windows as its length allows.
  const averageWindow = (size: number): number => {
    let total = 0
    let count = 0
    for (const { sections } of texts) {
      for (let at = 0; at < sections.length; at += 2) {
        const letters = sections[at] ?? 0
        if (letters === 0) continue
        total += sections[at + 1] ?? 0
        count += Math.max(1, letters / size)
      }
    }
    return average(total, count)
  }
  return {
    units,
    blockCounts,
    blockLength,
    averages: {
      unit: average(words, units),
      block: average(words, blocks),
      windows: constants.windows.map(averageWindow),
    },
  }
}
