import { terms, typedWords, type TypedWord } from '../../text/lexicon/lexicon.ts'

/** A statement to find, by its words, in larger texts. */
interface Wanted {
  readonly index: number
  readonly words: readonly string[]
  readonly numbers: readonly string[]
  readonly needed: number
  found: boolean
}

/** Share of a statement's words that a passage must contain; numbers must all occur. */
const neededShare = 0.75
/** The search stops after this many comparisons, so that hostile packs stay cheap. */
const maxComparisons = 5_000_000

/**
 * Finds which of many statements occur in a passage, in one pass over the passages. A passage is compared only with
 * statements that share one of their rarest words with it.
 */
export class WordMatcher {
  readonly #wanted: readonly Wanted[]
  readonly #byRareWord = new Map<string, Wanted[]>()
  readonly #vocabulary: ReadonlySet<string>
  #left = maxComparisons

  constructor(statements: readonly string[]) {
    this.#wanted = statements.map(toWanted)
    const counts = new Map<string, number>()
    for (const { words: own } of this.#wanted) for (const word of own) counts.set(word, (counts.get(word) ?? 0) + 1)
    this.#vocabulary = new Set(counts.keys())
    for (const wanted of this.#wanted) {
      const rarity = (a: string, b: string): number => (counts.get(a) ?? 0) - (counts.get(b) ?? 0)
      // A matching passage contains all its numbers, and at least one of this many other words.
      const rarest =
        wanted.numbers.length > 0
          ? wanted.numbers.toSorted(rarity).slice(0, 1)
          : wanted.words.toSorted(rarity).slice(0, wanted.words.length - wanted.needed + 1)
      for (const word of rarest) {
        const sharing = this.#byRareWord.get(word)
        if (sharing) sharing.push(wanted)
        else this.#byRareWord.set(word, [wanted])
      }
    }
  }

  isFound(index: number): boolean {
    return this.#wanted[index]?.found === true
  }

  /** The limit of comparisons is reached; what was not found may still exist. */
  get limitReached(): boolean {
    return this.#left <= 0
  }

  /** Searches one passage for every statement; `accepts` may exclude statements. */
  search(passage: string, accepts?: (index: number) => boolean): void {
    if (this.limitReached) return
    const present = this.#wordsOf(passage)
    const tried = new Set<Wanted>()
    for (const word of present) {
      for (const wanted of this.#byRareWord.get(word) ?? []) {
        this.#left -= 1
        if (wanted.found || tried.has(wanted)) continue
        tried.add(wanted)
        if (accepts && !accepts(wanted.index)) continue
        wanted.found = matches(wanted, present)
      }
    }
  }

  #wordsOf(passage: string): ReadonlySet<string> {
    return new Set(terms(passage, 'en').filter((word) => this.#vocabulary.has(word)))
  }
}

function toWanted(statement: string, index: number): Wanted {
  // Both sides are tokenized in one language, so that equal words stay equal.
  const own = [...new Set(typedWords(statement, 'en').flatMap(comparedTerms))]
  const numbers = own.filter((word) => /^\d[\d.]*$/.test(word))
  return { index, words: own, numbers, needed: Math.max(1, Math.ceil(own.length * neededShare)), found: false }
}

/** Letters with a number: the lexicon adds the parts. */
const code = /^\p{L}+\d+$/u

/** `SEV1` is one word; `EUR 20` is two, and the other text may have `€20`. */
function comparedTerms({ typed, terms: [first = '', ...others] }: TypedWord): readonly string[] {
  if (!code.test(first)) return [first, ...others]
  return typed.includes(' ') ? others : [first]
}

function matches({ words: own, numbers, needed }: Wanted, present: ReadonlySet<string>): boolean {
  if (own.length === 0 || !numbers.every((number) => present.has(number))) return false
  let count = 0
  for (const word of own) if (present.has(word)) count += 1
  return count >= needed
}
