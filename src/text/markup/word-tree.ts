/** Pairs of letters that look like one. */
const pairs: Readonly<Record<string, string>> = { m: 'rn', w: 'vv', d: 'cl' }

/** A trie. States are numbers, the first is 0: faster than a set of strings for every character. */
export interface WordTree {
  /** The state after some letters; -1 where no word continues so. A word may end before the last of them. */
  after(state: number, letters: string): number
  wordAt(state: number): string | undefined
}

/** Contains each word also with a pair for one of its letters. */
export function wordTree(words: readonly string[]): WordTree {
  const next: Int16Array[] = []
  const ends: (string | undefined)[] = []
  const grow = (): number => next.push(new Int16Array(26).fill(-1)) - 1
  const letterAt = (letters: string, i: number): number => letters.charCodeAt(i) - 97
  grow()
  for (const word of words) {
    for (const spelling of spellingsOf(word)) {
      let state = 0
      for (let i = 0; i < spelling.length; i++) {
        const row = next[state]
        const letter = letterAt(spelling, i)
        state = row?.[letter] ?? -1
        if (state < 0 && row) state = row[letter] = grow()
      }
      ends[state] = word
    }
  }
  return {
    after(state, letters) {
      let now = state
      for (let i = 0; i < letters.length && now >= 0 && (i === 0 || ends[now] === undefined); i++) {
        now = next[now]?.[letterAt(letters, i)] ?? -1
      }
      return now
    },
    wordAt: (state) => ends[state],
  }
}

function spellingsOf(word: string): readonly string[] {
  let spelled: readonly string[] = ['']
  for (const letter of word) {
    const pair = pairs[letter]
    spelled = spelled.flatMap((before) => [before + letter, ...(pair === undefined ? [] : [before + pair])])
  }
  return spelled
}

/** Whether some characters spell exactly one of the words, in any reading. */
export function spellsOne(tree: WordTree, signs: readonly { readonly readings: readonly string[] }[]): boolean {
  let states: readonly number[] = [0]
  for (const { readings } of signs) {
    const next = states.flatMap((state) => readings.map((reading) => tree.after(state, reading)))
    states = [...new Set(next)].filter((state) => state >= 0)
  }
  return states.some((state) => tree.wordAt(state) !== undefined)
}
