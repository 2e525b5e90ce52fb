import { isFunctionWord } from '../text/lexicon/lexicon.ts'

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
export const requestCharacters = /[要用有里做写帮应该对为就都得地着过份以何一]/u

/** 0 for a function word, less than 1 for a word of requests, 1 for any other word. */
export function specificityOf(word: string): number {
  if (isFunctionWord(word, 'en')) return 0
  if (/^\d+$/.test(word)) return 0.4
  return requestWords.has(word.toLowerCase()) ? 0.3 : 1
}
