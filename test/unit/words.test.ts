import { describe, expect, test } from 'vitest'
import { coverage } from '../../src/text/coverage.ts'
import { englishStem } from '../../src/text/english-stem.ts'
import { scanUnits } from '../../src/text/units.ts'
import { contentWords, words } from '../../src/text/words.ts'

describe('stems', () => {
  test.each([
    ['caresses', 'caress'], ['ponies', 'poni'], ['cats', 'cat'], ['feed', 'feed'], ['agreed', 'agre'], ['plastered', 'plaster'], ['motoring', 'motor'], ['sing', 'sing'],
    ['conflated', 'conflat'], ['hopping', 'hop'], ['falling', 'fall'], ['filing', 'file'], ['happy', 'happi'], ['sky', 'sky'], ['relational', 'relat'],
    ['conditional', 'condit'], ['digitizer', 'digit'], ['operator', 'oper'], ['feudalism', 'feudal'], ['hopefulness', 'hope'], ['formality', 'formal'],
    ['electrical', 'electr'], ['goodness', 'good'], ['revival', 'reviv'], ['adjustment', 'adjust'], ['adoption', 'adopt'], ['probate', 'probat'], ['rate', 'rate'],
    ['controlling', 'control'], ['generalizations', 'gener'], ['oscillators', 'oscil'],
  ])('%s becomes %s, as in Porter’s paper', (word, stem) => {
    expect(englishStem(word)).toBe(stem)
  })
})

describe('words', () => {
  test('identifiers are split and kept whole', () => {
    expect(words('getUserName ERR_FOO-12')).toEqual(['get', 'user', 'name', 'getusernam', 'err', 'foo', '12'])
  })

  test('function words carry no meaning', () => {
    expect(contentWords('How long is the warranty of the kiosk?')).toEqual(['long', 'warranti', 'kiosk'])
  })

  test('Chinese and Japanese runs are read in pairs; those that only ask are left out', () => {
    expect(contentWords('保修期是多久')).toEqual(['保修', '修期'])
    expect(contentWords('電池は何ですか')).toEqual(['電池', '池は'])
  })

  test('accents, widths and ligatures do not tell words apart', () => {
    expect(words('Café ＫＩＯＳＫ ﬁle')).toEqual(words('cafe kiosk file'))
  })

  test('a run of a thousand letters is no word', () => {
    expect(words(`key ${'a'.repeat(1000)}`)).toEqual(['kei'])
  })
})

describe('units', () => {
  const said = (text: string): readonly string[] => scanUnits(text).map(({ start, end }) => text.slice(start, end))

  test('sentences end at their marks, not at abbreviations or numbers', () => {
    expect(said('Mr. Smith paid 4.50 euro to Dr. J. Doe. He left, i.e. he went. Really? Yes!')).toEqual(['Mr. Smith paid 4.50 euro to Dr. J. Doe.', 'He left, i.e. he went.', 'Really?', 'Yes!'])
  })

  test('a text without capitals has sentences too', () => {
    expect(said('the fee is due in may. it is paid once.')).toEqual(['the fee is due in may.', 'it is paid once.'])
  })

  test('wrapped lines run on, and a long line stands for itself', () => {
    expect(said('The kiosk is\nmade of steel.')).toEqual(['The kiosk is\nmade of steel.'])
    const long = `${'The kiosk is made of steel and glass, '.repeat(6)}says the sheet`
    expect(said(`A title\n${long}`)).toEqual(['A title', long])
  })

  test('items, rows and code are units; headings are none', () => {
    expect(said('# Kiosk\n\n- one. two.\n- three\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\nx\n\ny\n```\n')).toEqual(['- one. two.', '- three', '| a | b |\n|---|---|', '| 1 | 2 |', '```\nx\n\ny\n```'])
  })

  test('Chinese sentences need no space between them', () => {
    expect(said('保修期为两年。电池不在其内！')).toEqual(['保修期为两年。', '电池不在其内！'])
  })
})

describe('coverage', () => {
  test('is the weighted share of the words that are spoken of, and names the others as they were typed', () => {
    expect(coverage('Batteries of harbor kiosks', ['The battery of the kiosk.'], (word) => (word === 'harbor' ? 1 : 0))).toEqual({ share: 0.5, missing: ['harbor'] })
  })

  test('everyday words weigh less', () => {
    expect(coverage('write a reply about warranty', ['warranty'], () => 0).share).toBeCloseTo(1 / 1.6)
  })

  test('a task without content words is not answered', () => {
    expect(coverage('what is it', ['it is what it is'], () => 1)).toEqual({ share: 0, missing: [] })
  })
})
