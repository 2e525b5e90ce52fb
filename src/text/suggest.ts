/** The candidate a person most likely meant, or nothing when none is close. */
export function suggest(written: string, candidates: Iterable<string>): string | undefined {
  const word = fold(written)
  if (word.length === 0 || word.length > 64) return undefined
  const allowed = word.length <= 4 ? 1 : word.length <= 8 ? 2 : 3
  let best: string | undefined
  let bestDistance = allowed + 1
  for (const candidate of candidates) {
    const other = fold(candidate)
    if (Math.abs(other.length - word.length) > allowed) continue
    const distance = editDistance(word, other, bestDistance)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** `did you mean "x"?` for a help sentence. */
export function didYouMean(written: string, candidates: Iterable<string>): string | undefined {
  const found = suggest(written, candidates)
  return found === undefined ? undefined : `Did you mean "${found}"?`
}

const fold = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '-')

/** Damerau–Levenshtein (adjacent swaps count once), cut off at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  let older: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let smallest = i
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let value = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) value = Math.min(value, (older[j - 2] ?? 0) + 1)
      row.push(value)
      if (value < smallest) smallest = value
    }
    if (smallest >= limit) return limit
    older = previous
    previous = row
  }
  return previous[b.length] ?? limit
}
