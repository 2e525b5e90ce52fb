import { isFunctionWord, termOf } from '../text/lexicon/lexicon.ts'
import { normalised } from '../text/lexicon/normal-form.ts'
import { byScript, hasOwnScript, type Script } from '../text/lexicon/scripts.ts'
import { unspacedPieces } from '../text/lexicon/unspaced.ts'

/** A word, or a piece of a script without spaces. */
export interface Term {
  readonly kind: 'word' | 'piece'
  readonly text: string
  /** The word itself, or the n-grams of a piece. */
  readonly keys: readonly string[]
  /** How much it says about the subject: 0 to 1. */
  readonly specificity: number
  /** Written like a name. */
  readonly isName: boolean
  /** Only a space or a hyphen is between it and the term before. */
  readonly follows: boolean
}

export const keysOf = (terms: readonly Term[]): readonly string[] => terms.flatMap(({ keys }) => keys)

/** A part of a text in one script. */
interface Part {
  readonly written: string
  readonly script: Script
  readonly start: number
  readonly end: number
}

/** Joined words are compared one by one. */
const runs = /[\p{L}\p{N}\p{M}]+/gu
/** Above this share of capitals, a capital does not mark a name (titles, German). */
const capitalsAreOrdinary = 0.5

/** The terms of a text in order, without function words. */
export function promptTerms(text: string): readonly Term[] {
  const normal = normalised(text)
  const parts = partsOf(normal)
  const namesShow = capitalsTellNames(normal, parts)
  let end = -1
  return parts.flatMap((part): readonly Term[] => {
    const follows = end >= 0 && /^[ \-_/]?$/.test(normal.slice(end, part.start))
    end = -1
    if (part.script !== 'other') return piecesOf(part, normal.charAt(part.end))
    const specificity = specificityOf(part.written)
    if (specificity === 0) return []
    end = part.end
    const isCapitalName = namesShow && isCapital(part.written) && !opensSentence(normal, part.start)
    const isName = specificity === 1 && (isMixed(part.written) || isCapitalName)
    const word = termOf(part.written, 'en')
    return [{ kind: 'word', text: word, keys: [word], specificity, isName, follows }]
  })
}

function partsOf(text: string): readonly Part[] {
  const parts: Part[] = []
  for (const { 0: run, index } of text.matchAll(runs)) {
    let start = index
    for (const [script, written] of hasOwnScript(run) ? byScript(run) : [['other', run] as const]) {
      const end = start + written.length
      parts.push({ written, script, start, end })
      start = end
    }
  }
  return parts
}

function capitalsTellNames(text: string, parts: readonly Part[]): boolean {
  const inner = parts.filter(({ script, start }) => script === 'other' && !opensSentence(text, start))
  return inner.filter(({ written }) => isCapital(written)).length <= inner.length * capitalsAreOrdinary
}

const isCapital = (written: string): boolean => /^\p{Lu}/u.test(written)

/** `W4`, `OAuth`, `PKCE`: not capitalised by the start of a sentence. */
const isMixed = (written: string): boolean =>
  /\p{Lu}.*\p{Lu}|\p{Ll}\p{Lu}/u.test(written) || (/\p{L}/u.test(written) && /\p{N}/u.test(written))

const opensSentence = (text: string, index: number): boolean =>
  /(?:^|[.!?:;。！？：]["'”’)]*\s*|\n\s*)["'“‘(*#>-]*\s*$/u.test(text.slice(Math.max(0, index - 12), index))

/** Hiragana is used for endings and particles. A possessor, before 的 or の, is written like a name. */
function piecesOf({ written, script }: Part, after: string): readonly Term[] {
  if (script === 'hiragana') return []
  let end = 0
  return written
    .split(requestCharacters)
    .flatMap((run) => unspacedPieces(script, run, 'en'))
    .filter((piece) => piece.written.length > 1)
    .map(({ written: text, sought: keys }) => {
      end = written.indexOf(text, end) + text.length
      const next = written.charAt(end) || after
      return { kind: 'piece', text, keys, specificity: 1, isName: next === '的' || next === 'の', follows: false }
    })
}

/** Words of requests and everyday speech: they fit any task, so they say little about its subject. */
const requestWords: ReadonlySet<string> = new Set(
  `
  able add advice allow allowed answer answers apply ask asked asks attached available away back bad begin best better
  big bit bring bullet business call called case cases change check choose client clients come comes company compare
  compose content correct cost create customer customers day days describe different document draft easy edit email
  example examples explain fast feel file find first five fix follow following four further generate generic get gets
  getting give given gives go goes going good got great guide happen happens help high highest hour hours idea
  important improve include information job keep kind know last later latest learn least less let line list little
  long look low make makes making man matter mean means meeting message minute month months name need needs new next
  nice note notes number old one open option order others own page paragraph part partner people person place plan
  point points polish possible problem product project provide put question questions quick quickly read ready really
  reason recommend replies reply request require required result return returns review rewrite right run said say says
  second section see seen select send sentence set short show shows simple six size small soon sort sound sounds start
  step steps stop style subject suggest sum summarise summarize summary sure take takes talk task team tell ten text
  thank thanks thing things think three time times today tomorrow tone top topic translate try turn turned two type
  understand use used useful user users using usually want wants way week weeks well word words work works write
  writes writing written wrong year years yesterday
  english german french spanish italian dutch polish chinese japanese
  monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
  october november december
`
    .trim()
    .split(/\s+/),
)

/** The same in Chinese, which has no spaces between words. */
const requestCharacters = /[要用有里做写帮应该对为就都得地着过份以何一]/u

/** 0 for a function word, less than 1 for a word of requests, 1 for any other word. */
function specificityOf(word: string): number {
  if (isFunctionWord(word, 'en')) return 0
  if (/^\d+$/.test(word)) return 0.4
  return requestWords.has(word.toLowerCase()) ? 0.3 : 1
}
