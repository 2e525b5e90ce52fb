import { countTokens as countByLibrary } from 'gpt-tokenizer/encoding/o200k_base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadTokenizer } from '../../../src/text/tokens/tokens.ts'
import { openRanks, packRanks, unranked } from '../../../src/text/tokens/token-ranks.ts'

const byLibrary = (text: string): number => countByLibrary(text, { disallowedSpecial: new Set() })

test('tokens are counted as the library counts them, in any script, with marks, keys and broken characters', async () => {
  const { count } = await loadTokenizer()
  const texts = [
    '',
    ' ',
    "The kiosk's battery lasts nine hours; we'll see.",
    'HK-2 kiosk_id=0042 getUserName()',
    '保修期是多久？',
    'バッテリーは何時間持ちますか。',
    '배터리는 얼마나 오래 갑니까?',
    'Срок гарантии — два года',
    'שעות הסוללה',
    '👩‍👩‍👧‍👦🇩🇪 é ñ',
    '<|endoftext|> <knowledge_pack name="x">',
    '\r\n\r\n\t  x\n',
    'aGVsbG8gd29ybGQgYmFzZTY0IHRleHQ=',
    '\ud800 alone',
    'x'.repeat(500),
  ]
  for (const text of texts) expect([text, count(text)]).toEqual([text, byLibrary(text)])
  const anything = fc.string({
    unit: fc.oneof(
      fc.constantFrom(..."abc XYZ012.,-\n'漢字かな한é😀<|>"),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 80,
  })
  // The library takes a byte order mark for nothing wherever it stands.
  fc.assert(
    fc.property(anything, (text) => text.includes('\ufeff') || count(text) === byLibrary(text)),
    { numRuns: 2000 },
  )
})

const runs = [
  'a',
  'ab',
  '-',
  '=',
  '=-',
  '\r',
  '\r\n',
  ' ',
  '\t ',
  ' \n',
  '\n/',
  '/',
  '漢',
  'é',
  '\u200b',
  '🙂',
  '0',
  'Ab',
  '. ',
  '.\n',
  'word ',
  '\u00a0',
  '\u2028',
  '\\u{d}',
]

test('a long text is counted as the library counts it, wherever its parts are cut', async () => {
  const { count } = await loadTokenizer()
  const stretch = fc
    .tuple(fc.constantFrom(...runs), fc.integer({ min: 1, max: 400 }))
    .map(([run, times]) => run.repeat(times))
  fc.assert(
    fc.property(
      fc.array(stretch, { minLength: 4, maxLength: 30 }).map((parts) => parts.join('')),
      (text) => {
        expect(count(text)).toBe(byLibrary(text))
      },
    ),
    { numRuns: 60 },
  )
})

test('where nothing cuts a text, its count is a few tokens higher than the library says, never lower', async () => {
  const { count } = await loadTokenizer()
  for (const run of ['qwrtz', '=-', '\r']) {
    const text = run.repeat(Math.ceil(17_000 / run.length))
    const exact = byLibrary(text)
    expect(count(text), run).toBeGreaterThanOrEqual(exact)
    expect(count(text), run).toBeLessThanOrEqual(exact + 20)
  }
})

test('packed ranks give each token its rank and everything else none', () => {
  const rankOf = openRanks(packRanks(['a', 'b', 'ab', [0xff], undefined, 'é']))
  const rank = (...bytes: number[]): number => rankOf(Uint8Array.from(bytes), 0, bytes.length)
  expect([rank(97), rank(98), rank(97, 98), rank(255), rank(0xc3, 0xa9)]).toEqual([0, 1, 2, 3, 5])
  expect([rank(99), rank(98, 97), rank(97, 98, 97), rank(...Array.from({ length: 200 }, () => 97))]).toEqual([
    unranked,
    unranked,
    unranked,
    unranked,
  ])
})
