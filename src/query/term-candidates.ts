import { lowerCaseWords, wordsWith, type WordPostings, type WordIndex } from './word-index.ts'

export interface Candidates {
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
