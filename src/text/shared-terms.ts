import { pairsOf, promptTerms } from './prompt-terms.ts'

/** What a text speaks of, as keys that the forms of a word share; words that fit any task are left out. */
export function tellingKeys(text: string): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const { kind, text: term, telling } of promptTerms(text)) {
    if (telling < 1) continue
    if (kind === 'word') keys.add(term)
    else for (const pair of pairsOf(term)) keys.add(pair)
  }
  return keys
}

/** How many of the keys a text speaks of. */
export function sharedCount(keys: ReadonlySet<string>, text: string): number {
  let count = 0
  for (const key of tellingKeys(text)) if (keys.has(key)) count += 1
  return count
}
