import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { detectLanguage, type Language, loadLanguages, terms, typedWords } from '../../src/text/lexicon/lexicon.ts'

const languages: readonly Language[] = [
  'en',
  'de',
  'nl',
  'sv',
  'da',
  'no',
  'fr',
  'es',
  'it',
  'pt',
  'ca',
  'ro',
  'pl',
  'cs',
  'sk',
  'sl',
  'hr',
  'lt',
  'fi',
  'hu',
  'tr',
  'id',
  'vi',
  'ru',
  'uk',
  'bg',
  'el',
  'ar',
  'fa',
  'he',
  'hi',
  'ta',
  'zh',
  'ja',
  'ko',
  'th',
  'lo',
  'km',
  'my',
  'und',
]
const alphabet = [..."abcDEF019-_.,'’ #+%€°$äßéøıİçñ עברиёйщаبةيकिनी中文的はカー한국ปั๊ມកြ\u0301\u00ad😀\n"]
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.constantFrom(...alphabet)).map((letters) => letters.join('')),
)
const language = fc.constantFrom(...languages)

beforeAll(() => loadLanguages(languages))

test('no text makes it throw, and the same text has the same terms', () => {
  fc.assert(
    fc.property(text, language, (written, spoken) => {
      expect(terms(written, spoken)).toEqual(terms(written, spoken))
      typedWords(written, spoken, 'en')
      detectLanguage(written)
    }),
    { numRuns: 1000 },
  )
})

test('no term is empty, and every typed word has one', () => {
  fc.assert(
    fc.property(text, language, (written, spoken) => {
      expect(terms(written, spoken)).not.toContain('')
      for (const { typed, terms: sought } of typedWords(written, spoken)) {
        expect(typed).not.toBe('')
        expect(sought.length).toBeGreaterThan(0)
      }
    }),
    { numRuns: 1000 },
  )
})

test('what a task is looked up by stands in a document that has the same words', () => {
  fc.assert(
    fc.property(text, language, fc.constantFrom<Language>('en', 'de', 'und'), (written, spoken, task) => {
      // With a word of content beside them, function words are never looked up.
      const words = `${written} zebra`
      const found = new Set(terms(words, spoken))
      for (const word of typedWords(words, spoken, task)) for (const term of word.terms) expect(found).toContain(term)
    }),
    { numRuns: 2000 },
  )
})

describe('time grows with the text only', () => {
  const hostile: readonly (readonly [string, string])[] = [
    ['joined letters', 'a-'],
    ['dots', '1.'],
    ['commas', '1,'],
    ['apostrophes', "a'"],
    ['underscores', '_'],
    ['one long word', 'a'],
    ['digits', '7'],
    ['codes', 'AB 1'],
    ['capitals', 'aB'],
    ['accents', 'é\u0301'],
    ['Han', '的中'],
    ['Hiragana', 'のに'],
    ['Korean', '는가'],
    ['Thai', 'ที่กา'],
    ['syllables', 'không khí '],
    ['spaced digits', '1 000 '],
    ['pluses', '+'],
  ]
  const seconds = (written: string, spoken: Language): number => {
    const before = process.cpuUsage()
    terms(written, spoken)
    typedWords(written, spoken)
    detectLanguage(written)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  }
  test.each(hostile)('%s', (_, unit) => {
    for (const spoken of ['en', 'fr', 'vi', 'zh'] as const) {
      seconds(unit.repeat(2_000), spoken)
      expect(seconds(unit.repeat(30_000), spoken)).toBeLessThan(3)
    }
  })
})
