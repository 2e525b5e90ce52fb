import { englishStem } from './english-stem.ts'

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words that only hold a sentence together. */
const functionWords = list(`
  a about after again all also although always am an and any are as at away back be because been before being between both
  but by can cannot could d did do does doing done down during each either else ever every few for from further get gets
  getting got had has have having he her here hers him his how however i if in into is it its itself just let ll m many may me
  might mine more most much must my myself neither never no nor not now of off often on once one only onto or other others
  our ours out over own per please quite rather re really s same shall she should since so some still such t than that the
  their theirs them then there these they this those through thus to today tomorrow too toward under until up upon us usually
  ve very via was we well were what whatever when whenever where whether which while who whom whose why will with within
  without would yes yesterday yet you your yours yourself
`)

/** Words of requests, of people and of everyday talk: they fit any task, so they say little about which knowledge it needs. */
const everydayWords = list(`
  able add advice allow allowed answer answers anyone anything apply ask asked asks attached available bad begin best better
  big bit bring bullet business call called case cases change check choose client clients come comes company compare
  compose content correct cost could create customer customers day days describe different document draft easy edit email
  example examples explain fast feel file find first fix five follow following four generate generic give given gives go goes
  going good great guide happen happens help high highest hour hours idea important improve include information job keep kind
  know last later latest learn least less like line list little long look low make makes making man matter mean means meeting
  message minute month months name need needs new next nice note notes number old open option order page paragraph part partner
  people person place plan point points polish possible problem product project provide put question questions quick quickly
  read ready reason recommend reply replies request require required result return returns review rewrite right run said say
  says second section see seen select send sentence set several short show shows simple six size small something soon sort
  sound sounds start step steps stop style subject suggest sum summarise summarize summary sure take takes talk task team tell
  ten text thank thanks thing things think three time times tone top topic translate try turn turned two type understand use
  used useful user users using want wants way week weeks word words work works write writes writing written wrong year years
  english german french spanish italian dutch polish chinese japanese
  monday tuesday wednesday thursday friday saturday sunday
  january february march april june july august september october november december
`)

/** 0 for a function word, less than 1 for an everyday word, 1 for a word that tells tasks apart. */
export function tellingness(word: string): number {
  if (functionWords.has(word)) return 0
  if (/^\d+$/.test(word)) return 0.4
  return everydayWords.has(word) ? 0.3 : 1
}

let everydayStems: ReadonlySet<string> | undefined

/** Whether a word, in the form in which texts are indexed, fits any task: an everyday word, or one or two digits. */
export function isEveryday(term: string): boolean {
  everydayStems ??= new Set([...everydayWords].map(englishStem))
  return everydayStems.has(term) || /^\d{1,2}$/.test(term)
}
