import type { Language } from './language.ts'
import { profiles } from './profiles.ts'

/** Number of samples of a long text, and characters of each. */
const places = 4
const placeLength = 400
/** Least share and number of words that are profile words of a language. */
const leastShare = 0.08
const leastWords = 1
/** Least ratio of the best language to the next. */
const ahead = 1.2
/** From this score and this ratio on, a task is in another language than the documents. */
const clearlyOther = 1.5
const farAhead = 2

/** Scripts by first and last character, and the number of Latin letters that one character equals. */
const scripts = [
  ['latin', 0x0041, 0x024f, 1],
  ['greek', 0x0370, 0x03ff, 1],
  ['cyrillic', 0x0400, 0x052f, 1],
  ['hebrew', 0x0590, 0x05ff, 1],
  ['arabic', 0x0600, 0x06ff, 1],
  ['devanagari', 0x0900, 0x097f, 1],
  ['tamil', 0x0b80, 0x0bff, 1],
  ['thai', 0x0e01, 0x0e5b, 1],
  ['lao', 0x0e81, 0x0edf, 1],
  ['myanmar', 0x1000, 0x109f, 1],
  ['khmer', 0x1780, 0x17ff, 1],
  ['latin', 0x1e00, 0x1eff, 1],
  ['greek', 0x1f00, 0x1fff, 1],
  ['kana', 0x3041, 0x30ff, 2],
  ['han', 0x3400, 0x9fff, 3],
  ['hangul', 0xac00, 0xd7a3, 2],
] as const
type Script = (typeof scripts)[number][0] | 'persian' | 'other'

/** Scripts of a single supported language. */
const byScript: Readonly<Partial<Record<Script, Language>>> = {
  greek: 'el',
  hebrew: 'he',
  tamil: 'ta',
  thai: 'th',
  lao: 'lo',
  myanmar: 'my',
  khmer: 'km',
  hangul: 'ko',
  kana: 'ja',
  han: 'zh',
  persian: 'fa',
  arabic: 'ar',
}
const cyrillic: ReadonlySet<Language> = new Set(['ru', 'uk', 'bg'])
/** Letters of Persian that Arabic lacks or writes differently; and those of Urdu, which has no table here. */
const persianLetters = /[پچژگکی]/
const arabicLetters = /[يكةىأإ]/
const urduLetters = /[ٹڈڑںےہ]/
/** Share of Japanese syllables among East Asian characters from which a text is Japanese. */
const japaneseShare = 0.1
/** Share of words in Persian spelling from which a text is Persian. */
const persianShare = 0.5
const longestShortWord = 9
const eastAsian = 0x3041

interface Evidence {
  readonly letters: Partial<Record<Script, number>>
  readonly scores: ReadonlyMap<Language, number>
  readonly words: number
}

/** The language of a document; `und` where it cannot be detected. */
export function detectLanguage(text: string, from = 0): Language {
  const evidence = evidenceOf(sampleOf(text, from))
  const detected = byScript[scriptOf(evidence)]
  if (detected !== undefined) return detected
  const [first, second] = ranked(evidence)
  if (!first || first[1] < leastWords || first[1] < evidence.words * leastShare) return 'und'
  return first[1] >= (second?.[1] ?? 0) * ahead ? first[0] : 'und'
}

/** The language of a task: that of the documents, unless its function words clearly belong to another. */
export function detectTaskLanguage(task: string, documentLanguages: ReadonlySet<Language>): Language {
  const evidence = evidenceOf(task.slice(0, places * placeLength))
  const script = scriptOf(evidence)
  const detected = byScript[script]
  // Chinese characters alone may be Japanese.
  if (detected !== undefined)
    return detected === 'zh' && documentLanguages.has('ja') && !documentLanguages.has('zh') ? 'ja' : detected
  const alike = [...documentLanguages].filter((language) => writtenIn(language) === script)
  const order = ranked(evidence)
  const own = order.find(([language]) => documentLanguages.has(language))
  const other = order.find(([language]) => !documentLanguages.has(language))
  if (other && (alike.length === 0 || (other[1] >= clearlyOther && other[1] >= farAhead * (own?.[1] ?? 0))))
    return other[0]
  return own?.[0] ?? (alike.length === 1 ? alike[0] : undefined) ?? 'und'
}

function writtenIn(language: Language): Script {
  if (cyrillic.has(language)) return 'cyrillic'
  if (language === 'hi') return 'devanagari'
  for (const [script, only] of Object.entries(byScript)) if (only === language) return script as Script
  return 'latin'
}

function sampleOf(text: string, from: number): string {
  const length = text.length - from
  if (length <= places * placeLength) return text.slice(from)
  const step = (length - placeLength) / (places - 1)
  let sample = ''
  for (let i = 0; i < places; i++) {
    const start = from + Math.floor(i * step)
    sample += `${text.slice(start, start + placeLength)} `
  }
  return sample
}

let wordLanguages: ReadonlyMap<string, readonly Language[]> | undefined

function languagesByWord(): ReadonlyMap<string, readonly Language[]> {
  const found = new Map<string, Language[]>()
  for (const [language, words] of profiles) {
    for (const word of words.trim().split(/\s+/)) {
      const sharing = found.get(word)
      if (sharing) sharing.push(language)
      else found.set(word, [language])
    }
  }
  return found
}

const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 0xc0 && !(code >= 0x2000 && code <= 0x3040) && code !== 0xd7 && code !== 0xf7)

/** Latin letters only, and their words; the same as `isLetter`, in one expression. */
const latinOnly = /^[\0-\u024f\u2000-\u2bff]*$/
const latinWords = /[a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]+/g

function latinEvidence(lower: string, known: ReadonlyMap<string, readonly Language[]>): Evidence {
  const scores = new Map<Language, number>()
  const found = lower.match(latinWords) ?? []
  let latin = 0
  for (const word of found) {
    latin += word.length
    const sharing = word.length > longestShortWord ? undefined : known.get(word)
    if (sharing) for (const language of sharing) scores.set(language, (scores.get(language) ?? 0) + 1 / sharing.length)
  }
  return { letters: found.length > 0 ? { latin } : {}, scores, words: found.length }
}

/** Counts letters by script and short words by language in one pass. */
function evidenceOf(sample: string): Evidence {
  wordLanguages ??= languagesByWord()
  const lower = sample.toLowerCase()
  if (latinOnly.test(lower)) return latinEvidence(lower, wordLanguages)
  const letters: Evidence['letters'] = {}
  const scores = new Map<Language, number>()
  let words = 0
  let start = -1
  for (let i = 0; i <= lower.length; i++) {
    const code = lower.charCodeAt(i)
    const isWord = isLetter(code)
    // East Asian characters need no space beside a word of letters.
    const goesOn = isWord && start >= 0 && code >= eastAsian === lower.charCodeAt(i - 1) >= eastAsian
    if (goesOn) continue
    const next = isWord ? i : -1
    if (start < 0) {
      start = next
      continue
    }
    words += 1
    countLetters(lower, start, i, letters)
    const sharing = i - start > longestShortWord ? undefined : wordLanguages.get(lower.slice(start, i))
    if (sharing) for (const language of sharing) scores.set(language, (scores.get(language) ?? 0) + 1 / sharing.length)
    start = next
  }
  return { letters, scores, words }
}

/** A word counts for the script of its first letter; East Asian runs are counted character by character. */
function countLetters(text: string, start: number, end: number, letters: Evidence['letters']): void {
  const [first, weight] = scriptAt(text.charCodeAt(start))
  if (first !== 'han' && first !== 'kana') {
    const script = first === 'arabic' ? arabicOrPersian(text.slice(start, end)) : first
    letters[script] = (letters[script] ?? 0) + weight * (end - start)
    return
  }
  for (let i = start; i < end; i++) {
    const [script, each] = scriptAt(text.charCodeAt(i))
    letters[script] = (letters[script] ?? 0) + each
  }
}

const latinLetter: readonly [Script, number] = ['latin', 1]
const hanCharacter: readonly [Script, number] = ['han', 3]

function scriptAt(code: number): readonly [Script, number] {
  if (code < 0x0250) return latinLetter
  if (code >= 0x3400 && code <= 0x9fff) return hanCharacter
  for (const [script, from, to, weight] of scripts) if (code >= from && code <= to) return [script, weight]
  return ['other', 1]
}

function arabicOrPersian(word: string): Script {
  if (urduLetters.test(word)) return 'other'
  return persianLetters.test(word) && !arabicLetters.test(word) ? 'persian' : 'arabic'
}

/** The most frequent script. */
function scriptOf({ letters }: Evidence): Script {
  const { kana = 0, han = 0, persian = 0, arabic = 0, ...rest } = letters
  const counts = { ...rest, han: han + kana, arabic: arabic + persian }
  let script: Script = 'other'
  let most = 0
  for (const [name, count] of Object.entries(counts)) {
    if (count <= most) continue
    script = name as Script
    most = count
  }
  if (script === 'han' && kana >= (han + kana) * japaneseShare) return 'kana'
  return script === 'arabic' && persian > arabic * persianShare ? 'persian' : script
}

/** Breaks ties by the order of the profiles, most used first. */
const place = (language: Language): number => profiles.findIndex(([other]) => other === language)

const ranked = ({ scores }: Evidence): readonly (readonly [Language, number])[] =>
  [...scores].sort((a, b) => b[1] - a[1] || place(a[0]) - place(b[0]))
