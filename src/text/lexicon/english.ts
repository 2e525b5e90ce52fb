import type { LanguageTable } from './language.ts'

/** Irregular forms, after their base. Forms that are words of their own (left, led, saw, spoke) are not listed. */
const irregular = `
  beat beaten; become became; begin began begun; bend bent; blow blew blown; break broke broken; bring brought;
  build built; burn burnt; buy bought; catch caught; choose chose chosen; come came; deal dealt; dig dug;
  draw drew drawn; drink drank drunk; drive drove driven; eat ate eaten; fall fallen; fight fought; fly flew flown;
  forbid forbade forbidden; forget forgot forgotten; freeze froze frozen; give gave given; go went gone;
  grow grew grown; hang hung; hear heard; hide hid hidden; hold held; keep kept; know knew known; lend lent;
  lose lost; make made; meet met; pay paid; ride rode ridden; rise risen; run ran; say said; see seen; seek sought;
  sell sold; send sent; shake shook shaken; shine shone; shoot shot; shrink shrank shrunk; sing sang sung;
  sink sank sunk; sleep slept; speak spoken; spend spent; stand stood; steal stolen; stick stuck; strike struck;
  swear swore sworn; swim swam swum; take took taken; teach taught; tear torn; tell told; think thought;
  throw threw thrown; understand understood; wake woken; wear worn; weigh weight weights; win won;
  write wrote written; child children; foot feet; man men; mouse mice; tooth teeth; woman women
`
const bases: ReadonlyMap<string, string> = new Map(
  irregular.split(';').flatMap((line) => {
    const [base = '', ...forms] = line.trim().split(/\s+/)
    return forms.map((form) => [form, base] as const)
  }),
)

/**
 * Porter's stemmer: the common part of the forms of an English word, so that "warranties" finds "warranty". The steps
 * and their conditions are those of the paper; see Porter, "An algorithm for suffix stripping", 1980. Irregular forms
 * are first replaced by their base.
 */
function englishStem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word
  return lastLetters(longEndings(restoreEnding(plural(bases.get(word) ?? word))))
}

const isVowelAt = (word: string, at: number): boolean => {
  const letter = word.charCodeAt(at)
  if (letter === 97 || letter === 101 || letter === 105 || letter === 111 || letter === 117) return true
  return letter === 121 && at > 0 && !isVowelAt(word, at - 1)
}

/** How often a vowel is followed by a consonant among the first `end` letters. */
function measure(word: string, end: number): number {
  let count = 0
  let afterVowel = false
  for (let i = 0; i < end; i++) {
    const vowel = isVowelAt(word, i)
    if (!vowel && afterVowel) count += 1
    afterVowel = vowel
  }
  return count
}

function hasVowel(word: string, end: number): boolean {
  for (let i = 0; i < end; i++) if (isVowelAt(word, i)) return true
  return false
}

function endsDoubled(word: string): boolean {
  const last = word.length - 1
  return last > 0 && word[last] === word[last - 1] && !isVowelAt(word, last)
}

/** Consonant, vowel, consonant, the last not w, x or y: where a silent e was dropped. */
function endsShort(word: string): boolean {
  const last = word.length - 1
  if (last < 2 || /[wxy]$/.test(word)) return false
  return !isVowelAt(word, last) && isVowelAt(word, last - 1) && !isVowelAt(word, last - 2)
}

function plural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2)
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

function restoreEnding(word: string): string {
  return withFinalI(withoutPast(word))
}

function pastLength(word: string): number {
  if (word.endsWith('ed')) return 2
  return word.endsWith('ing') ? 3 : 0
}

function withoutPast(word: string): string {
  if (word.endsWith('eed')) return measure(word, word.length - 3) > 0 ? word.slice(0, -1) : word
  const cut = pastLength(word)
  if (cut === 0 || !hasVowel(word, word.length - cut)) return word
  const base = word.slice(0, -cut)
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`
  if (endsDoubled(base) && !/[lsz]$/.test(base)) return base.slice(0, -1)
  return measure(base, base.length) === 1 && endsShort(base) ? `${base}e` : base
}

const withFinalI = (word: string): string =>
  word.endsWith('y') && hasVowel(word, word.length - 1) ? `${word.slice(0, -1)}i` : word

type Ending = readonly [ending: string, instead: string]

const joined: readonly Ending[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['logi', 'log'],
]
const derived: readonly Ending[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
]
const bare: readonly Ending[] = [
  'ement',
  'ment',
  'ance',
  'ence',
  'able',
  'ible',
  'ant',
  'ent',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
  'ion',
  'al',
  'er',
  'ic',
  'ou',
].map((ending) => [ending, ''])

const longEndings = (word: string): string => replaced(replaced(replaced(word, joined, 0), derived, 0), bare, 1)

/** Only the first matching ending counts; it is cut where enough of the word remains. */
function replaced(word: string, endings: readonly Ending[], above: number): string {
  const found = endings.find(([ending]) => word.endsWith(ending))
  if (!found) return word
  const [ending, instead] = found
  const end = word.length - ending.length
  if (measure(word, end) <= above) return word
  if (ending === 'ion' && word[end - 1] !== 's' && word[end - 1] !== 't') return word
  return word.slice(0, end) + instead
}

function lastLetters(word: string): string {
  const base = word.endsWith('e') && isSilentE(word.slice(0, -1)) ? word.slice(0, -1) : word
  return base.endsWith('ll') && measure(base, base.length) > 1 ? base.slice(0, -1) : base
}

function isSilentE(base: string): boolean {
  const size = measure(base, base.length)
  return size > 1 || (size === 1 && !endsShort(base))
}

/** `%` is read as either. */
const percentage = /^percentages?$/
const stem = (word: string): string => englishStem(percentage.test(word) ? 'percent' : word)

/** Function words and question words. */
export const english: LanguageTable = {
  stem,
  signs: 'percent euro dollar pound degree celsius minus',
  clitics: "n't s d ll re ve m t",
  hasDecimalPoint: true,
  questionPhrases: `
    how_long how_far how_big how_large how_small how_high how_tall how_deep how_wide how_old how_fast how_quickly
    how_soon how_heavy how_late how_early how_frequently
  `,
  everydayWords: `
    apply use need want get make work happen mean allow require provide include contain exist take give go come know
    find see look show tell ask say explain describe call name keep let put start begin stop end try help handle become
    seem offer consider involve
    thing way kind type sort part case example reason problem question answer information detail number amount people
    person time place point fact
    good best better new old different possible available important certain main common right wrong big small long short
    high low next able
  `,
  functionWords: `
    a an the this that these those such same other another each every either neither both all any some no none few
    many much more most several enough
    i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers
    herself it its itself they them their theirs themselves
    somebody someone something anybody anyone anything nobody nothing everybody everyone everything
    who whom whose what which when where why how whatever whichever whoever whenever wherever however
    and or but nor so yet if unless whether because since although though while whereas than as until till once
    of in on at by for with without within from to into onto upon about above across after against along among
    around before behind below beneath beside besides between beyond
    despite down during except inside like near off out outside over past per through throughout toward towards
    under up via
    am is are was were be been being have has had having do does did doing done can could may might must shall
    should will would ought cannot
    not never also too very only just even still already again ever here there then now thus hence therefore else
    rather quite almost always often sometimes perhaps maybe please
    yes eg ie etc am pm
  `,
}
