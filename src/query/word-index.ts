/**
 * Finds a term as a substring without scanning every text. Texts are split at ASCII punctuation and spaces; an
 * occurrence of a term without such a character is within one word, so only the distinct words are scanned. A term of
 * two words is within two neighbouring ones.
 */
export interface WordIndex extends WordPostings {
  /** All words, each with a line break after it. */
  readonly text: string
  /** Where each word begins in `text`, and one more. */
  readonly starts: Uint32Array
  readonly words: readonly string[]
  /** Two neighbouring words with the characters between them. */
  readonly pairs: WordPostings
}

interface WordPostings {
  readonly ids: ReadonlyMap<string, number>
  /** Where the postings of each id begin, and one more. */
  readonly offsets: Uint32Array
  /** `item * 16 + fields`, ascending for each id. */
  readonly postings: Uint32Array
}

export function wordIndexBuilder(): { add(item: number, field: number, text: string): void; build(): WordIndex } {
  const single = postingsBuilder()
  const pairs = postingsBuilder()
  return {
    /** Items must come in ascending order. */
    add(item, field, text) {
      let before = -1
      for (const { 0: word, index } of text.matchAll(wordPattern)) {
        single.add(word, item, field)
        if (before !== -1) pairs.add(text.slice(before, index + word.length), item, field)
        before = index
      }
    },
    build() {
      const built = single.build()
      const words = [...built.ids.keys()]
      const starts = new Uint32Array(words.length + 1)
      for (const [id, word] of words.entries()) starts[id + 1] = (starts[id] ?? 0) + word.length + 1
      return { ...built, words, starts, text: words.map((word) => `${word}\n`).join(''), pairs: pairs.build() }
    },
  }
}

function postingsBuilder(): { add(key: string, item: number, field: number): void; build(): WordPostings } {
  const ids = new Map<string, number>()
  const lists: number[][] = []
  return {
    add(key, item, field) {
      let id = ids.get(key)
      if (id === undefined) ids.set(key, (id = lists.push([]) - 1))
      const list = lists[id] ?? []
      const last = list.at(-1)
      if (last !== undefined && last >>> 4 === item) list[list.length - 1] = last | field
      else list.push(((item << 4) | field) >>> 0)
    },
    build() {
      const offsets = new Uint32Array(lists.length + 1)
      for (const [id, list] of lists.entries()) offsets[id + 1] = (offsets[id] ?? 0) + list.length
      const postings = new Uint32Array(offsets[lists.length] ?? 0)
      for (const [id, list] of lists.entries()) postings.set(list, offsets[id])
      return { ids, offsets, postings }
    },
  }
}

const wordPattern = /[a-z0-9\u0080-\uffff]+/g

/** Words of a lower-case text. Any split would do that is the same for texts and terms. */
const lowerCaseWords = (text: string): readonly string[] => text.match(wordPattern) ?? []

/** Words that contain a piece of a term: as a whole, at their end, at their beginning, or anywhere. */
function wordsWith(
  { ids, text, starts }: WordIndex,
  piece: string,
  place: 'whole' | 'end' | 'start' | 'anywhere',
): readonly number[] {
  if (place === 'whole') return [ids.get(piece) ?? []].flat()
  const sought = { end: `${piece}\n`, start: `\n${piece}`, anywhere: piece }[place]
  const found: number[] = place === 'start' && text.startsWith(piece) ? [0] : []
  let word = 0
  for (let at = text.indexOf(sought); at !== -1;) {
    const inside = place === 'start' ? at + 1 : at
    while ((starts[word + 1] ?? Infinity) <= inside) word += 1
    found.push(word)
    at = text.indexOf(sought, (starts[word + 1] ?? Infinity) - (place === 'start' ? 1 : 0))
  }
  return found
}

interface Candidates {
  readonly from: WordPostings
  readonly ids: readonly number[]
  /** Every text with one of these contains the term; otherwise it may contain parts only. */
  readonly exact: boolean
}

/** Above this many combinations of two words, they are not looked up one by one. */
const mostPairs = 1000

/** The rarest words that a text must have to contain a term; `undefined` for a term without letters and digits. */
export function candidatesFor(index: WordIndex, term: string): Candidates | undefined {
  const pieces = lowerCaseWords(term)
  const [first = '', last = ''] = [pieces[0], pieces.at(-1)]
  if (pieces.length === 0) return undefined
  if (first === term) return { from: index, ids: wordsWith(index, term, 'anywhere'), exact: true }
  const words = pieces.map((piece, i) => {
    if (i === 0 && term.startsWith(first)) return wordsWith(index, piece, 'end')
    const ends = i === pieces.length - 1 && term.endsWith(last)
    return wordsWith(index, piece, ends ? 'start' : 'whole')
  })
  const pairs = pairCandidates(index, term, pieces, words)
  const singles = words.map((ids): Candidates => ({ from: index, ids, exact: false }))
  const isPair = pieces.length === 2 && term.startsWith(first) && term.endsWith(last)
  if (isPair && pairs[0]) return { ...pairs[0], exact: true }
  return [...pairs, ...singles].reduce((best, other) => (sizeOf(other) < sizeOf(best) ? other : best))
}

function pairCandidates(
  { words: names, pairs }: WordIndex,
  term: string,
  pieces: readonly string[],
  words: readonly (readonly number[])[],
): readonly Candidates[] {
  const found: Candidates[] = []
  let at = term.indexOf(pieces[0] ?? '')
  for (let i = 0; i + 1 < pieces.length; i++) {
    const end = at + (pieces[i] ?? '').length
    at = term.indexOf(pieces[i + 1] ?? '', end)
    const between = term.slice(end, at)
    const [lefts = [], rights = []] = [words[i], words[i + 1]]
    if (lefts.length * rights.length > mostPairs) continue
    const ids = lefts.flatMap((left) =>
      rights.flatMap((right) => pairs.ids.get(`${names[left]}${between}${names[right]}`) ?? []),
    )
    found.push({ from: pairs, ids, exact: false })
  }
  return found
}

function sizeOf({ from: { offsets }, ids }: Candidates): number {
  return ids.reduce((sum, id) => sum + (offsets[id + 1] ?? 0) - (offsets[id] ?? 0), 0)
}
