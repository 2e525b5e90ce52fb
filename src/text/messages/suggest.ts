/** Longer texts are not misspelled words. */
const longest = 64

/** The closest candidate, or `undefined` when none is close. */
export function suggest(written: string, candidates: Iterable<string>): string | undefined {
  if (written === '' || written.length > longest) return undefined
  let best: string | undefined
  let limit = tolerance(written.length) + 1
  for (const candidate of candidates) {
    const distance = editDistance(written, candidate, limit)
    if (distance >= limit) continue
    best = candidate
    limit = distance
    if (distance === 0) break
  }
  return best
}

/** `did you mean "x"?` for a help sentence. */
export function didYouMean(written: string, candidates: Iterable<string>): string | undefined {
  const found = suggest(written, candidates)
  return found === undefined ? undefined : `Did you mean "${found}"?`
}

/**
 * Suggests many times from one large set, such as the ids of a manifest. Suggestions are optional: after `budget` steps
 * there are none, so that a hostile document cannot make validation quadratic.
 */
export function suggester(candidates: Iterable<string>, budget = 5_000_000): (written: string) => string | undefined {
  let index: CandidateIndex | undefined
  let left = budget
  return (written) => {
    if (written.length > longest || left <= 0) return undefined
    index ??= indexCandidates(candidates)
    const { near, steps } = nearIn(index, written)
    left -= steps
    return suggest(written, near)
  }
}

interface CandidateIndex {
  /** Shortest first. */
  readonly words: readonly string[]
  readonly letters: Int32Array
}

function indexCandidates(candidates: Iterable<string>): CandidateIndex {
  const words = [...candidates].sort((a, b) => a.length - b.length)
  return { words, letters: Int32Array.from(words, lettersOf) }
}

/** Candidates by length and letters, the likeliest first; comparing one costs about twenty steps. */
function nearIn(
  { words, letters }: CandidateIndex,
  written: string,
): { readonly near: readonly string[]; readonly steps: number } {
  const reach = tolerance(written.length)
  const mine = lettersOf(written)
  const likely: string[] = []
  const possible: string[] = []
  const from = firstOfLength(words, written.length - reach)
  const to = firstOfLength(words, written.length + reach + 1)
  for (let i = from; i < to; i++) {
    const theirs = letters[i] ?? 0
    const more = countBits(mine & ~theirs, reach)
    const less = more > reach ? 0 : countBits(theirs & ~mine, reach)
    if (more <= reach && less <= reach) (more + less <= 1 ? likely : possible).push(words[i] ?? '')
  }
  const near = [...likely, ...possible]
  return { near, steps: to - from + near.length * 20 }
}

/** Index of the first word of at least this length. */
function firstOfLength(words: readonly string[], length: number): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle]?.length ?? 0) < length) low = middle + 1
    else high = middle
  }
  return low
}

/** A bit for each letter of a word. A letter that only one of two words has costs at least one edit. */
function lettersOf(word: string): number {
  let letters = 0
  for (let i = 0; i < word.length; i++) letters |= 1 << (folded(word.charCodeAt(i)) & 31)
  return letters
}

/** Counts no further than one beyond `most`. */
function countBits(set: number, most: number): number {
  let count = 0
  for (let rest = set; rest !== 0 && count <= most; rest &= rest - 1) count += 1
  return count
}

function tolerance(length: number): number {
  if (length <= 4) return 1
  return length <= 8 ? 2 : 3
}

/** Case is ignored, and `-`, `_` and space are equal. */
function folded(unit: number): number {
  if (unit >= 65 && unit <= 90) return unit + 32
  return unit === 95 || unit === 32 ? 45 : unit
}

/** Three rows of the table, kept between calls; words and their near neighbours fit. */
const rows: readonly [Uint8Array, Uint8Array, Uint8Array] = [
  new Uint8Array(longest + 8),
  new Uint8Array(longest + 8),
  new Uint8Array(longest + 8),
]

/** Damerau–Levenshtein (adjacent swaps count once) when it is below `limit`, else `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  const shorter = Math.min(a.length, b.length)
  let head = 0
  while (head < shorter && folded(a.charCodeAt(head)) === folded(b.charCodeAt(head))) head += 1
  let tail = 0
  while (
    tail < shorter - head &&
    folded(a.charCodeAt(a.length - 1 - tail)) === folded(b.charCodeAt(b.length - 1 - tail))
  )
    tail += 1
  return middleDistance(a.slice(head, a.length - tail), b.slice(head, b.length - tail), limit)
}

/** Only cells nearer to the diagonal than `limit` can matter; all others count as `limit`. */
function middleDistance(a: string, b: string, limit: number): number {
  if (a === '' || b === '') return Math.max(a.length, b.length)
  if (limit === 1) return limit
  let [older, previous, row] = rows
  for (let j = 0; j <= b.length; j++) previous[j] = j
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - limit + 1)
    const to = Math.min(b.length, i + limit - 1)
    row[from - 1] = from === 1 ? i : limit
    let smallest = row[from - 1] ?? limit
    const unit = folded(a.charCodeAt(i - 1))
    for (let j = from; j <= to; j++) {
      const other = folded(b.charCodeAt(j - 1))
      let value = Math.min(
        (previous[j] ?? limit) + 1,
        (row[j - 1] ?? limit) + 1,
        (previous[j - 1] ?? limit) + (unit === other ? 0 : 1),
      )
      const swapped = i > 1 && j > 1 && unit === folded(b.charCodeAt(j - 2)) && folded(a.charCodeAt(i - 2)) === other
      if (swapped) value = Math.min(value, (older[j - 2] ?? limit) + 1)
      row[j] = value
      if (value < smallest) smallest = value
    }
    if (to < b.length) row[to + 1] = limit
    if (smallest >= limit) return limit
    ;[older, previous, row] = [previous, row, older]
  }
  return Math.min(previous[b.length] ?? limit, limit)
}
