/**
 * Strings of function words, in scripts without spaces: they are cut out of a run, the longest first.
 */
export interface PhraseCutter {
  readonly phrases: ReadonlySet<string>
  /** Words that contain such a string and are kept whole. */
  readonly kept: ReadonlySet<string>
  /** The longest string that begins with a character. */
  readonly longest: ReadonlyMap<string, number>
}

export function phraseCutter(phrases: string, kept = ''): PhraseCutter {
  const list = (text: string): ReadonlySet<string> =>
    new Set(
      text
        .split(/\s+/)
        .filter((word) => word !== '')
        .map((word) => word.normalize('NFKC')),
    )
  const cut = list(phrases)
  const whole = list(kept)
  const longest = new Map<string, number>()
  for (const word of [...cut, ...whole])
    longest.set(word.charAt(0), Math.max(longest.get(word.charAt(0)) ?? 0, word.length))
  return { phrases: cut, kept: whole, longest }
}

/** What remains of a run, in order. */
export function cutOut(run: string, { phrases, kept, longest }: PhraseCutter): readonly string[] {
  const rest: string[] = []
  let start = 0
  let i = 0
  while (i < run.length) {
    let length = Math.min(longest.get(run.charAt(i)) ?? 0, run.length - i)
    while (length > 0 && !phrases.has(run.slice(i, i + length)) && !kept.has(run.slice(i, i + length))) length -= 1
    if (length === 0) i += 1
    else if (kept.has(run.slice(i, i + length))) i += length
    else {
      if (i > start) rest.push(run.slice(start, i))
      i += length
      start = i
    }
  }
  if (run.length > start) rest.push(run.slice(start))
  return rest
}
