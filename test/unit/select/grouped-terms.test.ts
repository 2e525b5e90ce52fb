import { describe, expect, test } from 'vitest'
import { countAll, countedTerms } from '../../../src/rank/corpus.ts'
import { groupedTerms, groupTerms } from '../../../src/rank/grouped-terms.ts'
import { indexText } from '../../../src/rank/text-index.ts'
import { readStructure } from '../../../src/formats/read-structure.ts'
import { loadLanguages } from '../../../src/text/lexicon/lexicon.ts'

const word = (number: number): string =>
  `w${number.toString(26).replaceAll(/\d/g, (digit) => 'klmnopqrst'[Number(digit)] ?? '')}x`

/** Texts in which low numbers are frequent, as common words are. */
function texts(count: number): readonly string[] {
  return Array.from({ length: count }, (_, text) => {
    const words = Array.from({ length: 60 }, (_, at) => word((text * 31 + at * at * 7) % (at % 2 === 0 ? 40 : 1_500)))
    return `# ${word(text % 90)} only${word(text % 7)}\n\n${words.join(' ')}.\n\n${words.toReversed().join(' ')}.\n`
  })
}

describe('terms in groups', async () => {
  await loadLanguages(['en'])
  const counts = countAll(
    texts(400).map((text) => indexText(text, readStructure(text, 'markdown', 0), 'en', (unit) => unit)),
  )
  const { bytes, ...groups } = groupTerms(counts)
  const all = countedTerms(counts)
  const known = [...new Set([...counts.text.terms.keys(), ...counts.headings.terms.keys()])]

  test('each term has the places that it has in memory', () => {
    const grouped = groupedTerms(groups, ({ start, end }) => bytes.subarray(start, end))
    expect(known.length).toBeGreaterThan(900)
    for (const term of [...known, '', 'a', 'absent', 'zzzz'])
      for (const of of ['text', 'headings'] as const) {
        expect([term, grouped[of].has(term)]).toEqual([term, all[of].has(term)])
        expect([term, grouped[of].of(term)]).toEqual([term, all[of].of(term)])
        expect(grouped.unitsWith(term)).toBe(all.unitsWith(term))
      }
  })

  test('terms with the same beginning are found, also over several groups', () => {
    const grouped = groupedTerms(groups, ({ start, end }) => bytes.subarray(start, end))
    for (const start of [
      '',
      'a',
      'w',
      'wk',
      'wkl',
      'only',
      'wzzz',
      'zzz',
      ...known.slice(0, 50).map((term) => term.slice(0, 3)),
    ])
      for (const most of [1, 5, 2_000])
        expect([start, grouped.text.startingWith(start, most)]).toEqual([start, all.text.startingWith(start, most)])
  })

  test('one word reads one group', () => {
    let read = 0
    const grouped = groupedTerms(groups, ({ start, end }) => {
      read += end - start
      return bytes.subarray(start, end)
    })
    expect(grouped.text.of(known[700] ?? '').block.length).toBeGreaterThan(0)
    expect(read).toBeLessThan(bytes.length / 2)
  })
})
