import { describe, expect, test } from 'vitest'
import { coverage } from '../../src/text/coverage.ts'
import { englishStem } from '../../src/text/english-stem.ts'
import { scanUnits } from '../../src/text/units.ts'
import { questionsIn } from '../../src/text/questions.ts'
import { contentWords, typedWords, words } from '../../src/text/words.ts'

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

describe('irregular forms', () => {
  test.each([
    ['kept', 'keep'], ['sold', 'sells'], ['lost', 'losing'], ['broken', 'breaks'], ['wrote', 'writing'], ['weight', 'weighs'], ['children', 'child'], ['paid', 'pays'],
  ])('%s and %s are one word', (one, other) => {
    expect(englishStem(one)).toBe(englishStem(other))
  })

  test.each(['left', 'led', 'saw', 'spoke', 'found', 'ground'])('%s is a word of its own', (word) => {
    expect(englishStem(word)).toBe(word)
  })
})

describe('words', () => {
  test('a code of one or two letters and a number is one word, with its hyphen or without', () => {
    expect(words('HK-2 or hk2')).toEqual(['hk2', 'hk', '2', 'or', 'hk2'])
    expect(typedWords('Is the HK-2 waterproof?')).toEqual([{ typed: 'HK-2', terms: ['hk2'] }, { typed: 'waterproof', terms: ['waterproof'] }])
  })

  test('what only looks like a code is none', () => {
    expect(words('up-to-10 COVID-19 2026-03-02 5-10')).toEqual(['up', 'to', '10', 'covid', '19', '2026', '03', '02', '5', '10'])
  })

  test('signs and short forms of measures are the words they are read as', () => {
    expect(words('−25 °C')).toEqual(words('minus 25 degrees Celsius'))
    expect(words('-25°C')).toEqual(words('minus 25 degrees celsius'))
    expect(words('40 % of 690 € or 12 EUR')).toEqual(words('40 percent of 690 euros or 12 euro'))
    expect(words('74 kg, 80 mm, 128 GB')).toEqual(words('74 kilograms, 80 millimetres, 128 gigabytes'))
  })

  test('a sign that is part of code or of a path is no word', () => {
    expect(words('$HOME %20 - item a-b')).toEqual(['home', '20', 'item', 'a', 'b'])
  })

  test('a plain text has the same words beside one that is not', () => {
    const plain = 'HK-2 at -5 costs $12, 40 % of ERR_FOO-12 by getUserName.'
    expect(words(`${plain} é`)).toEqual([...words(plain), 'e'])
  })

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

describe('questions', () => {
  test('a task that asks one thing has no parts', () => {
    expect(questionsIn('How long does the battery last and run?')).toEqual([])
  })

  test('sentences and an "and" before a question word part a task', () => {
    expect(questionsIn('How heavy is it, and who sells it? Write a reply.')).toEqual(['How heavy is it', 'who sells it', 'Write a reply.'])
    expect(questionsIn('保修期有多长？电池能用多久？')).toEqual(['保修期有多长', '电池能用多久'])
  })

  test('of a long text only the first questions are asked', () => {
    expect(questionsIn('Is it so? '.repeat(1000))).toHaveLength(12)
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
