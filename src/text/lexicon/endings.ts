/** Endings to cut from words, the longest first. */
interface Endings {
  readonly byLength: readonly (readonly [length: number, endings: ReadonlySet<string>])[]
  /** Least number of remaining letters. */
  readonly remaining: number
}

export function endings(list: string, remaining = 3): Endings {
  const all = list.split(/\s+/).filter((ending) => ending !== '')
  const lengths = [...new Set(all.map(({ length }) => length))].sort((a, b) => b - a)
  return {
    remaining,
    byLength: lengths.map((length) => [length, new Set(all.filter((ending) => ending.length === length))]),
  }
}

/** The word without its longest listed ending. */
export function withoutEnding(word: string, { byLength, remaining }: Endings): string {
  for (const [length, set] of byLength) {
    if (word.length - length >= remaining && set.has(word.slice(-length))) return word.slice(0, -length)
  }
  return word
}
