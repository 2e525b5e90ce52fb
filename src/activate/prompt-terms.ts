import { englishStem } from '../text/lexicon/english-stem.ts'
import { tellingness } from './request-words.ts'

/** One word of a text, or a run of East Asian characters that is compared pair by pair. */
export interface Term {
  readonly kind: 'word' | 'run'
  /** The stem of a word, the characters of a run. */
  readonly text: string
  /** How much it tells about the subject: 0 to 1. */
  readonly telling: number
  /** Written like the name of somebody or something. */
  readonly isName: boolean
  /** Nothing but a space or a hyphen stands between it and the term before. */
  readonly follows: boolean
}

const tokens = /[\p{L}\p{N}]+/gu
const eastAsian = /[\p{Script=Han}\p{Script=Katakana}ー]+|[\p{Script=Hangul}]+/gu
const hasEastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** Characters that hold Chinese sentences together, or that only ask. */
const joining = new Set('的了是吗呢吧啊怎么什多少久几个可以请帮我你他她它们有要用和与在对哪些这那也就都被把给为得地着过里应该如何一份做写')
/** Above this share of capitals, a capital says nothing about names (titles, German). */
const capitalsAreOrdinary = 0.5

/** The terms of a text in their order; function words are left out. */
export function promptTerms(text: string): readonly Term[] {
  const normal = text.normalize('NFKC')
  const found = [...normal.matchAll(tokens)].map(({ 0: written, index }) => ({ written, index, opens: opensSentence(normal, index) }))
  const inner = found.filter(({ written, opens }) => !opens && !hasEastAsian.test(written))
  const namesShow = inner.length === 0 || inner.filter(({ written }) => isCapital(written)).length / inner.length <= capitalsAreOrdinary
  let end = -1
  return found.flatMap(({ written, index, opens }) => {
    const follows = end >= 0 && /^[ \-_/]?$/.test(normal.slice(end, index))
    if (hasEastAsian.test(written)) {
      end = -1
      return runsOf(written)
    }
    const lower = written.toLowerCase()
    const telling = tellingness(lower)
    end = telling === 0 ? -1 : index + written.length
    if (telling === 0) return []
    return [{ kind: 'word' as const, text: englishStem(lower), telling, isName: telling === 1 && (isMixed(written) || (!opens && namesShow && isCapital(written))), follows }]
  })
}

/** Adjacent characters of a run; what runs are compared by. */
export function pairsOf(run: string): readonly string[] {
  const characters = [...run]
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`)
}

const isCapital = (written: string): boolean => /^\p{Lu}/u.test(written)

/** `W4`, `OAuth`, `PKCE`: no sentence makes a word look like this. */
const isMixed = (written: string): boolean => /\p{Lu}.*\p{Lu}|\p{Ll}\p{Lu}/u.test(written) || (/\p{L}/u.test(written) && /\p{N}/u.test(written))

const opensSentence = (text: string, index: number): boolean => /(?:^|[.!?:;。！？：]["'”’)]*\s*|\n\s*)["'“‘(*#>-]*\s*$/u.test(text.slice(Math.max(0, index - 12), index))

/** Hiragana and joining characters part the runs. A run that owns something, before 的 or の, is written like a name. */
function runsOf(written: string): readonly Term[] {
  const terms: Term[] = []
  for (const { 0: run, index } of written.matchAll(eastAsian)) {
    let start = 0
    const characters = [...run]
    for (let i = 0; i <= characters.length; i++) {
      if (i < characters.length && !joining.has(characters[i] ?? '')) continue
      const part = characters.slice(start, i).join('')
      const next = characters[i] ?? written[index + run.length]
      if (i - start > 1) terms.push({ kind: 'run', text: part, telling: 1, isName: next === '的' || next === 'の', follows: false })
      start = i + 1
    }
  }
  return terms
}
