import { constants } from './constants.ts'
import { lettersIn } from './letters-in.ts'
import { headingPostings, textPostings, unitsWithTerms, type Placed, type Postings } from './postings.ts'
import type { TextIndex } from './text-index.ts'

/** Texts that are ranked together, and the frequency of each word in them. */
export interface Corpus extends Counts {
  readonly members: readonly Member[]
  readonly blocks: number
  /** Which member a block belongs to. */
  readonly blockMember: Uint32Array
  /** Members whose labels contain a term. */
  readonly labelled: ReadonlyMap<string, readonly number[]>
  /** Members of an entry whose name contains a term. */
  readonly named: ReadonlyMap<string, readonly number[]>
}

/** A text to be ranked. */
export interface Member {
  /** Created on first access. */
  readonly text: TextIndex
  /** Words of its labels: names, titles, intents, triggers. */
  readonly labels: ReadonlySet<string>
  /** Of these, the labels of this text alone: its title, its declared subject. */
  readonly ownLabels: ReadonlySet<string>
  /** Of these, the name of its entry, which does not describe its parts. */
  readonly name: ReadonlySet<string>
  /** Number of its first block among all, and its count of blocks. */
  readonly firstBlock: number
  readonly blockCount: number
}

/** Counts over all texts; they depend on the bytes alone, so they can be stored. */
export interface Counts {
  readonly units: number
  readonly averages: { readonly unit: number; readonly block: number; readonly windows: readonly number[] }
  /** Blocks of each member, and content words of each block. */
  readonly blockCounts: Uint32Array
  readonly blockLength: Uint32Array
  readonly text: Postings
  readonly headings: Postings
  /** Units that contain each term of `text`. */
  readonly unitsWith: Uint32Array
}

/** A text whose index is built, or read from a cache, when it is needed. */
export interface Lazy {
  index(): TextIndex
  readonly labels: ReadonlySet<string>
  readonly ownLabels: ReadonlySet<string>
  readonly name: ReadonlySet<string>
}

export function buildCorpus(texts: readonly Lazy[], counts: Counts): Corpus {
  const blocks = counts.blockLength.length
  const blockMember = new Uint32Array(blocks)
  const [labelled, named] = [new Map<string, number[]>(), new Map<string, number[]>()]
  let firstBlock = 0
  const members = texts.map(({ index, labels, ownLabels, name }, number): Member => {
    const blockCount = counts.blockCounts[number] ?? 0
    let text: TextIndex | undefined
    const member = {
      firstBlock,
      blockCount,
      labels,
      ownLabels,
      name,
      get text() {
        return (text ??= index())
      },
    }
    blockMember.fill(number, firstBlock, firstBlock + blockCount)
    firstBlock += blockCount
    for (const term of labels) note(labelled, term, number)
    for (const term of name) note(named, term, number)
    return member
  })
  return { ...counts, members, blocks, blockMember, labelled, named }
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
  const blockCounts = Uint32Array.from(texts, ({ blockSection }) => blockSection.length)
  const text = textPostings(placed)
  return {
    ...sizesOf(placed, firstBlock),
    blockCounts,
    text,
    headings: headingPostings(placed),
    unitsWith: unitsWithTerms(placed, text),
  }
}

function sizesOf(placed: readonly Placed[], blocks: number): Pick<Counts, 'units' | 'blockLength' | 'averages'> {
  const blockLength = new Uint32Array(blocks)
  let units = 0
  let words = 0
  const sections: { readonly letters: number; readonly words: number }[] = []
  for (const { text, firstBlock } of placed) {
    units += text.unitStart.length
    for (let block = 0; block < text.blockSection.length; block++) {
      let length = 0
      for (let unit = text.blockFirst[block] ?? 0; unit < (text.blockFirst[block + 1] ?? 0); unit++)
        length += text.unitLength[unit] ?? 0
      blockLength[firstBlock + block] = length
      words += length
    }
    for (let section = 0; section + 1 < text.sectionFirst.length; section++) sections.push(sizeOfSection(text, section))
  }
  // Where most of a corpus is not prose, a sentence must not count as long.
  const average = (whole: number, parts: number): number =>
    Math.max(constants.shortSentence, whole / Math.max(1, parts))
  // Where sections are short, so are the windows in them; a long section has as many windows as its length allows.
  const averageWindow = (size: number): number => {
    let total = 0
    let count = 0
    for (const section of sections) {
      if (section.letters === 0) continue
      const times = Math.max(1, section.letters / size)
      total += section.words
      count += times
    }
    return average(total, count)
  }
  return {
    units,
    blockLength,
    averages: {
      unit: average(words, units),
      block: average(words, blocks),
      windows: constants.windows.map(averageWindow),
    },
  }
}

function sizeOfSection(
  { language, sectionFirst, unitStart, unitEnd, unitLength }: TextIndex,
  section: number,
): { readonly letters: number; readonly words: number } {
  const first = sectionFirst[section] ?? 0
  const end = sectionFirst[section + 1] ?? 0
  let words = 0
  for (let unit = first; unit < end; unit++) words += unitLength[unit] ?? 0
  const characters = end > first ? (unitEnd[end - 1] ?? 0) - (unitStart[first] ?? 0) : 0
  return { letters: lettersIn(characters, language), words }
}
