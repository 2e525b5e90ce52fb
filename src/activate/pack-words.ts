import type { Pack } from '../model/documents/pack.ts'
import { keysOf, promptTerms, type Term } from './prompt-terms.ts'

/** Where a pack has a word, the most specific place first. */
export type Placement = 'name' | 'description' | 'heading' | 'body'

/** The words of a pack; made of values, never of files. */
export interface PackWords {
  readonly ref: string
  readonly terms: ReadonlyMap<string, Placement>
  /** Words of the exclusions in the description. */
  readonly excluded: ReadonlySet<string>
  /** Adjacent words. */
  readonly phrases: ReadonlySet<string>
  /** The words of each of its sections. */
  readonly sections: readonly ReadonlySet<string>[]
  /** The words of each prompt that its own tests reject (AK-242). */
  readonly rejected: readonly ReadonlySet<string>[]
  /** The words of each prompt that its own tests select (AK-359). */
  readonly selected: readonly ReadonlySet<string>[]
}

export interface ProfiledText {
  readonly headings: readonly string[]
  readonly body: string
}

const order: readonly Placement[] = ['name', 'description', 'heading', 'body']

/** A pack's text, and the prompts its tests reject or select; empty where the gates do not allow reading. */
interface ProfiledContent {
  readonly texts?: readonly ProfiledText[]
  readonly rejected?: readonly string[]
  readonly selected?: readonly string[]
}

export function packWords(
  ref: string,
  pack: Pick<Pack, 'name' | 'description'>,
  { texts = [], rejected = [], selected = [] }: ProfiledContent = {},
): PackWords {
  const terms = new Map<string, Placement>()
  const phrases = new Set<string>()
  const { about, beyond } = splitBoundary(pack.description)
  const addTerms = (found: readonly Term[], placement: Placement): void => {
    for (const [i, term] of found.entries()) {
      for (const key of term.keys) if (!isNearer(terms.get(key), placement)) terms.set(key, placement)
      const before = found[i - 1]
      if (term.follows && before) phrases.add(`${before.text} ${term.text}`)
    }
  }
  const described = promptTerms(about)
  addTerms(described, 'description')
  // A piece before 的 or の is a possessor, not a name of the pack.
  for (const { kind, text, isName } of described) if (isName && kind === 'word') terms.set(text, 'name')
  addTerms(promptTerms(pack.name), 'description')
  const left = keysOf(promptTerms(beyond).filter(({ specificity }) => specificity === 1))
  const excluded = new Set(left.filter((key) => !terms.has(key)))
  const sections = texts.map(({ headings, body }) => {
    const titles = headings.map(promptTerms)
    const bodyTerms = promptTerms(body)
    for (const title of titles) addTerms(title, 'heading')
    addTerms(bodyTerms, 'body')
    return new Set(keysOf([...titles.flat(), ...bodyTerms]))
  })
  const wordsOf = (prompt: string): ReadonlySet<string> => new Set(keysOf(promptTerms(prompt)))
  const tests = { rejected: rejected.map(wordsOf), selected: selected.map(wordsOf) }
  return { ref, terms, excluded, phrases, sections, ...tests }
}

const isNearer = (known: Placement | undefined, placement: Placement): boolean =>
  known !== undefined && order.indexOf(known) <= order.indexOf(placement)

const denies = /\b(?:not|no|nor|nothing|never|without|excludes?|excluding|except)\b|不含|不包括|不涉及|不适用|没有/iu
const deniesAtEnd = /(?:ない|ません|対象外|除く)$/u

/** Splits a description into its subject and its exclusions. */
function splitBoundary(description: string): { readonly about: string; readonly beyond: string } {
  const about: string[] = []
  const beyond: string[] = []
  for (const sentence of description.split(/(?<=[.!?;])\s+|[。！？；]/u)) {
    const at = deniesAtEnd.test(sentence.trim()) ? 0 : sentence.search(denies)
    about.push(at < 0 ? sentence : sentence.slice(0, at))
    if (at >= 0) beyond.push(sentence.slice(at))
  }
  return { about: about.join('\n'), beyond: beyond.join('\n') }
}
