/** At least one of these must occur. */
export type Hints = readonly (string | RegExp)[]

/**
 * A pattern that is tried only if a text contains a hint of every group. Searching for a hint skips most positions, so
 * it is far cheaper than matching.
 */
export interface HintedPattern {
  readonly hints: readonly Hints[]
  readonly pattern: RegExp
}

/** The patterns whose hints occur in a text. A group shared by several patterns is searched for once. */
export function worthTrying<P extends HintedPattern>(patterns: readonly P[], text: string): readonly P[] {
  if (text.length <= shortText && firstHints(patterns)?.test(text) === false) return []
  const known = new Map<Hints, boolean>()
  const occurs = (group: Hints): boolean => {
    const before = known.get(group)
    if (before !== undefined) return before
    const found = group.some((hint) => (typeof hint === 'string' ? text.includes(hint) : hint.test(text)))
    known.set(group, found)
    return found
  }
  return patterns.filter(({ hints }) => hints.every(occurs))
}

/** In a line, one search for all words costs less than one for each. */
const shortText = 1000

const known = new WeakMap<readonly HintedPattern[], RegExp | null>()

/** Matches where a hint of any first group occurs; `null` if a pattern needs none. */
function firstHints(patterns: readonly HintedPattern[]): RegExp | null {
  const before = known.get(patterns)
  if (before !== undefined) return before
  const groups = patterns.map(({ hints: [first] }) => first)
  const sources = groups.flatMap((group) => group?.map(sourceOf) ?? [])
  const joined = groups.includes(undefined) ? null : new RegExp([...new Set(sources)].join('|'))
  known.set(patterns, joined)
  return joined
}

const sourceOf = (hint: string | RegExp): string =>
  typeof hint === 'string' ? hint.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&') : hint.source
