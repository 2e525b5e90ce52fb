import { beforeAll, describe, expect, test } from 'vitest'
import type { Corpus } from '../../../src/rank/corpus.ts'
import { resemblingTerms } from '../../../src/rank/resembling.ts'
import { Indexes } from '../../../src/select/texts/indexes.ts'
import { loadLanguages, terms, type Language } from '../../../src/text/lexicon/lexicon.ts'
import { askTexts, textSource } from '../../support/select-texts.ts'

const english = textSource(
  'a.md',
  '# Contacts\n\nThe accommodation of the crew is in the northern building. The manufacturer answers on Monday.\n\n# Paper\n\nThe printer takes rolls.\n',
)
const german = textSource(
  'b.md',
  '# Gewährleistung\n\nDie Versicherung des Geräts gilt für zwei Jahre. Der Drucker wird im Hafen gewartet. Die Rechnung geht an die Verwaltung.\n',
)

beforeAll(() => loadLanguages(['en', 'de']))

const corpusOf = (source: typeof english): Corpus => new Indexes().corpusOf([source])
const resembling = (source: typeof english, word: string, language: Language): readonly string[] =>
  terms(word, language).flatMap((term) => resemblingTerms(corpusOf(source), term))

describe('a word that stands nowhere is looked up by those that resemble it', () => {
  test.each([
    ['accomodation', 'accommodation'],
    ['manufactuerer', 'manufacturer'],
    ['north', 'northern'],
  ])('misspelled, or another form: %s', (typed, meant) => {
    expect(resembling(english, typed, 'en')).toContain(terms(meant, 'en')[0])
  })

  test.each([
    ['Versicherungsnummer', 'Versicherung'],
    ['Geräteversicherung', 'Versicherung'],
    ['Druckerpatrone', 'Drucker'],
  ])('a German compound: %s', (typed, part) => {
    expect(resembling(german, typed, 'de')).toContain(terms(part, 'de')[0])
  })

  test.each(['penguin', 'contract', 'mansion', 'man', 'rol'])('%s resembles nothing here', (typed) => {
    expect(resembling(english, typed, 'en')).toEqual([])
  })

  test('it finds the place, counts less than the word itself, and stays named as unknown', async () => {
    const [misspelled, exact] = [
      await askTexts([english], 'crew accomodation'),
      await askTexts([english], 'crew accommodation'),
    ]
    expect(misspelled.passages[0]?.headings).toEqual(['Contacts'])
    expect(misspelled.answer.strength).toBeLessThan(exact.answer.strength)
    expect([misspelled.unknownWords, exact.unknownWords]).toEqual([['accomodation'], []])
  })
  test('it is enough for a weak reply', async () => {
    const others = Array.from({ length: 30 }, (_, i) =>
      textSource(`${i}.md`, `# Topic${i}\n\nThe subject${i} of matter${i} is good.\n`),
    )
    expect((await askTexts([...others, english], 'Which accomodation do penguins rent?')).outcome).toBe('weak')
  })
})
