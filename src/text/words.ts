import { tellingness } from './common-words.ts'
import { englishStem } from './english-stem.ts'

const runs = /[\p{L}\p{N}\p{M}]+/gu
const eastAsianRuns = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+)/u
const ascii = /^[\x00-\x7f]*$/
/** Characters of Chinese that only hold a sentence together, or ask; Japanese does so in two signs of Hiragana. */
const joining = /[的了是吗呢吧啊怎么什多少久几个可以能会谁请帮我你他她它们有要用和与在对哪些这那也就都被把给为得地着过里应该如何]|^\p{Script=Hiragana}+$/u
/** Longer runs are keys or Base64: nobody asks for them, and a text full of them must stay cheap. */
const longestWord = 64
const mostRemembered = 100_000

/** One run of letters and digits. */
interface Word {
  /** In lower case, East Asian runs cut into pairs; what texts are compared by. */
  readonly terms: readonly string[]
  /** The terms that carry meaning: no function words. */
  readonly content: readonly string[]
}

const remembered = new Map<string, Word>()

function wordOf(run: string): Word {
  const known = remembered.get(run)
  if (known) return known
  if (remembered.size >= mostRemembered) remembered.clear()
  const word = analysed(run)
  remembered.set(run, word)
  return word
}

/** The words that texts are compared by: folded, identifiers split, English stems, East Asian runs as pairs. */
export function words(text: string): readonly string[] {
  const found: string[] = []
  for (const run of runsOf(text)) for (const term of wordOf(run).terms) found.push(term)
  return found
}

/** Words that carry meaning; what a task is measured by. */
export function contentWords(text: string): readonly string[] {
  const found: string[] = []
  addContentWords(text, found)
  return found
}

/** As `contentWords`, into a list that is there already. */
export function addContentWords(text: string, found: string[]): void {
  for (const run of runsOf(text)) for (const term of wordOf(run).content) found.push(term)
}

/** Runs of letters and digits as they are written, with the terms they are looked up by; function words left out. */
export function typedWords(text: string): readonly { readonly typed: string; readonly terms: readonly string[] }[] {
  return runsOf(text).flatMap((typed) => {
    const terms = wordOf(typed).content
    return terms.length === 0 ? [] : [{ typed, terms }]
  })
}

const runsOf = (text: string): readonly string[] => (text.match(runs) ?? []).filter((run) => run.length <= longestWord || eastAsianRuns.test(run))

function analysed(run: string): Word {
  const terms: string[] = []
  const content: string[] = []
  // A split by a captured pattern puts the East Asian parts at the odd places.
  for (const [place, part] of folded(run).split(eastAsianRuns).entries()) {
    if (part === '') continue
    for (const term of place % 2 === 1 ? pairs(part) : parts(part)) {
      const stem = englishStem(term)
      terms.push(stem)
      if (place % 2 === 1 ? !joining.test(term) : tellingness(term) > 0) content.push(stem)
    }
  }
  return { terms, content: content.length > 0 || !eastAsianRuns.test(run) ? content : terms }
}

/** Accents and widths do not tell words apart. */
function folded(run: string): string {
  if (ascii.test(run)) return run
  return run.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').normalize('NFKC')
}

function pairs(run: string): readonly string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`)
}

/** `getUserName` is found by its parts and as a whole. */
function parts(run: string): readonly string[] {
  const split = run.split(/(?<=\p{Ll})(?=\p{Lu})/u).map((part) => part.toLowerCase())
  return split.length > 1 ? [...split, run.toLowerCase()] : split
}
