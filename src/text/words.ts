import { tellingness } from './common-words.ts'
import { englishStem } from './english-stem.ts'
import { oneForm, signWords } from './measures.ts'

/** Letters and digits; a code such as HK-2; signs that are read as words. */
const runs = /(?<![\w-])[A-Za-z]{1,2}[-‑]\d+(?!\w)|[\p{L}\p{N}\p{M}]+|°[CF]?(?!\w)|[€℃℉]|%(?!\w)|(?:[$£]|(?<!\w)[-−])(?=\d)/gu
/** The same where there is nothing but ASCII: the letters of all scripts take a while to compile. */
const plainRuns = /(?<![\w-])[A-Za-z]{1,2}-\d+(?!\w)|[A-Za-z\d]+|%(?!\w)|(?:\$|(?<!\w)-)(?=\d)/g
const eastAsianRuns = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+)/u
const code = /^([A-Za-z]+)[-‑](\d+)$/
const ascii = /^[\x00-\x7f]*$/
/** Characters of Chinese that only hold a sentence together, or ask; Japanese does so in two signs of Hiragana. */
const joining = /[的了是吗呢吧啊怎么什多少久几个可以能会谁请帮我你他她它们有要用和与在对哪些这那也就都被把给为得地着过里应该如何]|^\p{Script=Hiragana}+$/u
/** Longer runs are keys or Base64: nobody asks for them, and a text full of them must stay cheap. */
const longestWord = 64
const mostRemembered = 100_000

/** One run of letters and digits, a code or a sign. */
interface Word {
  /** In lower case, East Asian runs cut into pairs; what texts are compared by. */
  readonly terms: readonly string[]
  /** The terms that carry meaning: no function words. */
  readonly content: readonly string[]
  /** The terms that a task is looked up by. */
  readonly sought: readonly string[]
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

/** A word as it is written, and the terms it is looked up by. */
export interface TypedWord {
  readonly typed: string
  readonly terms: readonly string[]
}

/** Words as they are written, with the terms they are looked up by; function words left out. */
export function typedWords(text: string): readonly TypedWord[] {
  return runsOf(text).flatMap((typed) => {
    const terms = wordOf(typed).sought
    return terms.length === 0 ? [] : [{ typed, terms }]
  })
}

const runsOf = (text: string): readonly string[] => (text.match(ascii.test(text) ? plainRuns : runs) ?? []).filter((run) => run.length <= longestWord || (!ascii.test(run) && eastAsianRuns.test(run)))

function analysed(run: string): Word {
  const sign = signWords(run)?.map(englishStem)
  if (sign) return { terms: sign, content: sign, sought: sign }
  const [, letters, digits] = code.exec(run) ?? []
  return letters !== undefined && digits !== undefined ? codeWord(letters.toLowerCase(), digits) : plainWord(run)
}

/** Letters and number of a code tell little apart: who asks for HK-2 means no other 2. Texts are found by its parts too. */
function codeWord(letters: string, digits: string): Word {
  const whole = letters + digits
  const terms = [whole, letters, digits]
  return { terms, content: terms.filter((term) => tellingness(term) > 0), sought: [whole] }
}

function plainWord(run: string): Word {
  const terms: string[] = []
  const content: string[] = []
  // A split by a captured pattern puts the East Asian parts at the odd places.
  for (const [place, part] of folded(run).split(eastAsianRuns).entries()) {
    if (part === '') continue
    for (const term of place % 2 === 1 ? pairs(part) : parts(part)) {
      const stem = englishStem(oneForm(term))
      terms.push(stem)
      if (place % 2 === 1 ? !joining.test(term) : tellingness(term) > 0) content.push(stem)
    }
  }
  const telling = content.length > 0 || !eastAsianRuns.test(run) ? content : terms
  return { terms, content: telling, sought: telling }
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
