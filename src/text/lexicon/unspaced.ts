import type { Language } from './language.ts'
import type { Script } from './scripts.ts'
import {
  chinesePhrases,
  japanesePhrases,
  khmerPhrases,
  koreanWords,
  laoPhrases,
  myanmarPhrases,
  thaiPhrases,
  wordsWithChinesePhrases,
} from './unspaced-phrases.ts'

/** A piece of a text without spaces between words, and the terms it is found and looked up by. */
interface UnspacedPiece {
  readonly written: string
  /** N-grams of the script's size, and those one shorter. */
  readonly terms: readonly string[]
  /** The longest of them: the shorter ones match by chance. */
  readonly sought: readonly string[]
}

/** Evaluates on first use. */
const later = <Value>(make: () => Value): (() => Value) => {
  let made: Value | undefined
  return () => (made ??= make())
}
const chinese = later(() => phraseCutter(chinesePhrases, wordsWithChinesePhrases))
const japanese = later(() => phraseCutter(japanesePhrases))
const southeast = later(() => phraseCutter(`${thaiPhrases} ${laoPhrases} ${khmerPhrases} ${myanmarPhrases}`))
/** Hiragana is used for endings and particles; shorter remainders are ignored. */
const shortestHiragana = 3

/** The pieces of a run in one script. Han characters of Japanese are not read as Chinese function words. */
export function unspacedPieces(script: Script, run: string, language: Language): readonly UnspacedPiece[] {
  switch (script) {
    case 'han':
      return (language === 'ja' ? [run] : cutOut(run, chinese())).map((part) => piece(part, charactersOf(part), 2))
    case 'hiragana':
      return cutOut(run, japanese())
        .filter((part) => part.length >= shortestHiragana)
        .map((part) => ({ written: part, terms: [part], sought: [part] }))
    case 'katakana':
      return katakana(run)
    case 'hangul':
      return korean(run)
    case 'southeast':
      return cutOut(run, southeast()).map((part) => piece(part, clusters(part), 3))
    case 'other':
      return []
  }
}

/** A text, or the characters of one where some take more than a UTF-16 unit. */
type Characters = string | readonly string[]

const charactersOf = (run: string): Characters => (/[\ud800-\udbff]/.test(run) ? [...run] : run)
const asText = (characters: Characters): string => (typeof characters === 'string' ? characters : characters.join(''))

/** A task is looked up by n-grams; a shorter piece as a whole. */
function piece(written: string, characters: Characters, size: number): UnspacedPiece {
  const sought: string[] = []
  for (let i = 0; i + size <= characters.length; i++) sought.push(asText(characters.slice(i, i + size)))
  if (sought.length === 0) return { written, terms: [asText(characters)], sought: [asText(characters)] }
  const terms = [...sought]
  for (let i = 0; i + size - 1 <= characters.length; i++) terms.push(asText(characters.slice(i, i + size - 1)))
  return { written, terms, sought }
}

/** A long vowel at the end is optional. */
function katakana(run: string): readonly UnspacedPiece[] {
  const characters = run.length > 2 && run.endsWith('ー') ? run.slice(0, -1) : run
  return characters.length < 2 ? [] : [piece(run, characters, 3)]
}

/** Letters with their combining marks. */
function clusters(run: string): readonly string[] {
  const found: string[] = []
  for (const character of run) {
    if (found.length > 0 && isMark(character.charCodeAt(0))) found[found.length - 1] += character
    else found.push(character)
  }
  return found
}

/** Signs above and below of Thai, Lao, Burmese and Khmer. */
const isMark = (code: number): boolean =>
  code === 0x0e31 ||
  (code >= 0x0e34 && code <= 0x0e3a) ||
  (code >= 0x0e47 && code <= 0x0e4e) ||
  code === 0x0eb1 ||
  (code >= 0x0eb4 && code <= 0x0ebc) ||
  (code >= 0x0ec8 && code <= 0x0ecd) ||
  (code >= 0x102b && code <= 0x103e) ||
  (code >= 0x17b4 && code <= 0x17d3)

/** Particles and endings of Korean, the longest first. */
const particles = `
  으로부터 이었습니까 이었습니다 였습니다 했습니다 됐습니다 있습니다 없습니다 하였으며 에게서 으로는 으로서 으로써 에서는 에서의 이라고 이라는 했다고 합니다 됩니다 입니다 합니까 됩니까 입니까 습니까 습니다
  인가요 했나요 하나요 되나요 이었나 하였다 되었다 이었다
  부터 까지 에서 에게 에는 에도 으로 로서 로써 라고 라는 라면 처럼 보다 마다 조차 밖에 이나 이며 이고 이다 이란 하고 하는 하여 하며 하면 하기 했던 했다 한다 하다 해서 되는 되어 되며 된다 됐다 들의
  들은 들이 들을 들과 들에 적인 적으로
  은 는 이 가 을 를 의 에 와 과 도 만 로 들 나 며 한 된 할 될
`
const listed = (words: string): readonly string[] => words.trim().split(/\s+/)
const koreanParticles = later(() => listed(particles))
const koreanFunctionWords = later(() => new Set(listed(koreanWords)))

function korean(run: string): readonly UnspacedPiece[] {
  const base = withoutParticle(run)
  return koreanFunctionWords().has(run) || koreanFunctionWords().has(base) ? [] : [piece(run, base, 2)]
}

function withoutParticle(run: string): string {
  const particle = koreanParticles().find((ending) => run.length - ending.length >= 2 && run.endsWith(ending))
  return particle === undefined ? run : run.slice(0, -particle.length)
}

/** Strings of function words, in scripts without spaces: they are cut out of a run, the longest first. */
interface PhraseCutter {
  readonly phrases: ReadonlySet<string>
  /** Words that contain such a string and are kept whole. */
  readonly kept: ReadonlySet<string>
  /** The longest string that begins with a character. */
  readonly longest: ReadonlyMap<string, number>
}

function phraseCutter(phrases: string, kept = ''): PhraseCutter {
  const list = (text: string): ReadonlySet<string> =>
    new Set(
      text
        .split(/\s+/)
        .filter((word) => word !== '')
        .map((word) => word.normalize('NFKC')),
    )
  const cut = list(phrases)
  const whole = list(kept)
  const longest = new Map<string, number>()
  for (const word of [...cut, ...whole])
    longest.set(word.charAt(0), Math.max(longest.get(word.charAt(0)) ?? 0, word.length))
  return { phrases: cut, kept: whole, longest }
}

/** What remains of a run, in order. */
function cutOut(run: string, { phrases, kept, longest }: PhraseCutter): readonly string[] {
  const rest: string[] = []
  let start = 0
  let i = 0
  while (i < run.length) {
    let length = Math.min(longest.get(run.charAt(i)) ?? 0, run.length - i)
    while (length > 0 && !phrases.has(run.slice(i, i + length)) && !kept.has(run.slice(i, i + length))) length -= 1
    if (length === 0) i += 1
    else if (kept.has(run.slice(i, i + length))) i += length
    else {
      if (i > start) rest.push(run.slice(start, i))
      i += length
      start = i
    }
  }
  if (run.length > start) rest.push(run.slice(start))
  return rest
}
