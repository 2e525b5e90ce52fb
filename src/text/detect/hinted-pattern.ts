/** Of these words one must occur. */
export type Hints = readonly string[]

/** A pattern that is tried only where a text holds a word of each group: looking for a word is far cheaper than matching. */
export interface HintedPattern {
  readonly hints: readonly Hints[]
  readonly pattern: RegExp
}

/** The patterns worth trying on a text that has these words. A group that several patterns share is looked for once. */
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
