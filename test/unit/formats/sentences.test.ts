import { describe, expect, test } from 'vitest'
import { unitsOf } from '../../support/structure-of.ts'

const sentences = (text: string): readonly string[] =>
  unitsOf(text, 'markdown').map((unit) => unit.replace('sentence: ', ''))

describe('a full stop that ends no sentence', () => {
  test.each([
    ['a German ordinal', 'Die Frist beginnt am 3. Oktober und endet erst im Frühjahr darauf.'],
    ['a century', 'Im 19. Jahrhundert war der Hafen der größte des ganzen Landes.'],
    ['German letters', 'Das gilt z. B. Für Anträge, d. h. Formulare, die man unterschreibt.'],
    ['a German abbreviation before a noun', 'Der Mieter bzw. Pächter trägt die Kosten, ggf. Anteile davon.'],
    ['initials', 'The book was written by J. R. R. Tolkien in the early years of the war.'],
    ['titles', 'We asked Dr. Smith and Prof. Jones for their opinion on the matter.'],
    ['dotted letters', 'Use a strong cipher, e.g. AES, wherever the U.S. Government asks for it.'],
    ['versus', 'The case of Smith vs. Jones was decided by the court in autumn.'],
    ['a number after No.', 'Please quote order No. 5 and Fig. 3 when you write to our office.'],
    ['Russian letters', 'Это касается всех, т. е. Ивана и Марии, а также г. Москвы и области.'],
    ['a French title', 'Le contrat a été signé par M. Dupont devant le notaire de la ville.'],
    [
      'a decimal number, a file name and an address',
      'Version 3.5 reads config.yaml from https://example.com/a.b on every start.',
    ],
    ['a small letter after a question mark', 'She asked "Why?" and nobody in the whole room had an answer.'],
  ])('%s', (_, text) => {
    expect(sentences(text)).toEqual([text])
  })
})

describe('sentences end', () => {
  test.each([
    [
      'at a full stop',
      'The kiosk opens at nine. It closes again at five.',
      ['The kiosk opens at nine.', 'It closes again at five.'],
    ],
    [
      'after a number in English',
      'The limit of the service is 30. Requests above the limit of the service are refused.',
      ['The limit of the service is 30.', 'Requests above the limit of the service are refused.'],
    ],
    [
      'at etc. before a capital',
      'We sell pens, paper, ink, etc. The shop opens at nine.',
      ['We sell pens, paper, ink, etc.', 'The shop opens at nine.'],
    ],
    [
      'at Chinese marks',
      '退款需要五个工作日完成。超过期限请联系客服！',
      ['退款需要五个工作日完成。', '超过期限请联系客服！'],
    ],
    [
      'at a danda',
      'यह दुकान सुबह नौ बजे खुलती है। यह शाम को पाँच बजे बंद होती है।',
      ['यह दुकान सुबह नौ बजे खुलती है।', 'यह शाम को पाँच बजे बंद होती है।'],
    ],
    [
      'at an Arabic question mark',
      'متى يفتح المتجر في الصباح؟ يفتح المتجر في التاسعة تماما.',
      ['متى يفتح المتجر في الصباح؟', 'يفتح المتجر في التاسعة تماما.'],
    ],
    [
      'at an Urdu full stop',
      'دکان صبح نو بجے کھلتی ہے۔ دکان شام پانچ بجے بند ہوتی ہے۔',
      ['دکان صبح نو بجے کھلتی ہے۔', 'دکان شام پانچ بجے بند ہوتی ہے۔'],
    ],
    [
      'after a citation',
      'It needs a line of 230 V. [source: a.md#L2] The fuse has 10 A or more.',
      ['It needs a line of 230 V. [source: a.md#L2]', 'The fuse has 10 A or more.'],
    ],
    [
      'after a footnote',
      'The port was founded in 1850.[12] It grew rapidly afterwards.',
      ['The port was founded in 1850.[12]', 'It grew rapidly afterwards.'],
    ],
  ])('%s', (_, text, expected) => {
    expect(sentences(text)).toEqual(expected)
  })
})

describe('no piece without a word', () => {
  test.each([
    '.',
    '13.',
    '"',
    '—',
    '(a)',
    '2.1',
    '* * *',
    '<a name="x"></a>',
    '[x]: https://example.com',
    '[![build](https://a.b/c.svg)](https://d.e)',
    '<!-- a comment -->',
    '![A picture](a.png)',
  ])('%s', (text) => {
    expect(sentences(text)).toEqual([])
  })

  test('a fragment joins its neighbour in the paragraph', () => {
    expect(sentences('Yes. The price is fixed for a whole year. It is. Nobody may raise it before the end.')).toEqual([
      'Yes. The price is fixed for a whole year. It is.',
      'Nobody may raise it before the end.',
    ])
  })

  test('a number that counts a sentence stays with it', () => {
    expect(sentences('Clause\n13. The purchase price is due at once.')).toEqual([
      'Clause\n13. The purchase price is due at once.',
    ])
  })
})

test('a text without marks is cut between words, and no part is huge', () => {
  const parts = sentences('word and another word '.repeat(200).trim())
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(600)
  expect(parts.every((part) => /^(?:word|and|another)\b/.test(part) && /\b(?:word|and|another)$/.test(part))).toBe(true)
})
