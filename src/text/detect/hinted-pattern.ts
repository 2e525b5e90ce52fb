/** One of these words must occur. */
export type Hints = readonly string[]

/** A pattern that is tried only where a text contains a word of each group: a word search is far cheaper than matching. */
export interface HintedPattern {
  readonly hints: readonly Hints[]
  readonly pattern: RegExp
}

/** The patterns whose hints occur in a text. A group shared by several patterns is searched for once. */
export function worthTrying<P extends HintedPattern>(patterns: readonly P[], text: string): readonly P[] {
  const known = new Map<Hints, boolean>()
  const occurs = (group: Hints): boolean => {
    const before = known.get(group)
    if (before !== undefined) return before
    const found = group.some((word) => text.includes(word))
    known.set(group, found)
    return found
  }
  return patterns.filter(({ hints }) => hints.every(occurs))
}
