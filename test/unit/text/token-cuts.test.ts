import { pieces } from '../../../src/text/tokens/tokens.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plain, plainCuts } from '../../../src/text/tokens/tokens.ts'

const plainCharacters = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).filter((character) =>
  plain.test(character),
)

test('of plain characters, only Latin letters and ten digits are letters and digits', () => {
  const strange = plainCharacters.filter(
    (character) => /[\p{L}\p{N}\p{M}]/u.test(character) !== /[A-Za-zÀ-ÖØ-öø-ÿ0-9]/.test(character),
  )
  const inWrongCase = plainCharacters.filter(
    (character) =>
      /\p{Lu}/u.test(character) !== /[A-ZÀ-ÖØ-Þ]/.test(character) ||
      /\p{Ll}/u.test(character) !== /[a-zß-öø-ÿ]/.test(character),
  )
  expect([plainCharacters.length, strange, inWrongCase]).toEqual([430, [], []])
})

test('plain text is cut as any text is', () => {
  const text = fc.string({ unit: fc.constantFrom(...plainCharacters), maxLength: 60 })
  const prose = fc
    .array(
      fc.oneof(
        fc.constantFrom("it's", "WE'LL", 'naïve', 'ÉCOLE', ' ', '\n', '\r\n', '  \n', '12345', '–', '“', '/'),
        text,
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(prose, (said) => {
      expect(said.match(plainCuts)).toEqual(pieces(said))
    }),
    { numRuns: 20_000 },
  )
})
