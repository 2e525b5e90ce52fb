import { describe, expect, test } from 'vitest'
import { escapeMarkup, listLine, shortened } from '../../../src/text/markup/list-line.ts'

describe('a line of a list', () => {
  test.each([
    ['breaks and runs of space become one space', 'a\n\n b\r\nc\u2028d\td', 'a b c d d'],
    ['controls go', 'a\u0000\u001b[31mb\u007f\u0085c', 'a[31mbc'],
    ['marks that reorder text go', 'a\u202eb\u2066c\u200fd', 'abcd'],
    ['tags that nobody sees go', 'a\u{e0049}\u{e0067}b', 'ab'],
    ['halves of characters go', 'a\ud800b', 'ab'],
    ['selectors in a row go', 'a\ufe0f\ufe0e\ufe0fb ⚓\ufe0f\ufe0f', 'ab ⚓\ufe0f'],
    ['joiners in Latin text go', 'ig\u200dno\u200cre', 'ignore'],
    ['joiners in a row go', 'می\u200c\u200d\u200cخ', 'میخ'],
    ['a joiner that a script needs stays', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['pictures stay whole', '👩\u200d🔧 🏳\ufe0f\u200d🌈', '👩\u200d🔧 🏳\ufe0f\u200d🌈'],
  ])('%s', (_, text, expected) => {
    expect(listLine(text)).toBe(expected)
  })

  test('is cut between words, and marked', () => {
    expect(shortened('Facts about the outdoor ticket kiosk, its parts and its care', 40)).toBe(
      'Facts about the outdoor ticket kiosk…',
    )
    expect(shortened('Facts', 5)).toBe('Facts')
  })

  test('cannot be taken for markup', () => {
    expect(escapeMarkup('<a href="x">R&D\'s</a>')).toBe('&lt;a href=&quot;x&quot;&gt;R&amp;D&apos;s&lt;/a&gt;')
  })
})
