import { describe, expect, test } from 'vitest'
import { listEnds } from '../../../src/text/markdown/list-ends.ts'
import { packWorld } from '../../support/read-packs.ts'

const text =
  '# A\n\n- one\n- two\n  goes on\n- three\n\nProse. More.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n1. first\n\n2. second\n'

describe('whether a list or table has more than the stretch', () => {
  test.each([
    ['- one', '- one', false, true],
    ['- two', 'goes on', true, true],
    ['- three', '- three', true, false],
    ['- one', '- three', false, false],
    ['Prose.', 'Prose.', false, false],
    ['| a', '| 1 | 2 |', false, true],
    ['| a', '| 3 | 4 |', false, false],
    ['1. first', '1. first', false, true],
    ['2. second', '2. second', true, false],
  ])('from %j to %j', (from, to, before, after) => {
    expect(listEnds(text, { start: text.indexOf(from), end: text.indexOf(to) + to.length })).toEqual({ before, after })
  })

  test.each(['', '- ', '\n', '- a', '|'])('%j is no trouble', (odd) => {
    expect(listEnds(odd, { start: 0, end: odd.length })).toEqual({ before: false, after: false })
  })
})

describe('in a fence', () => {
  const parts = Array.from(
    { length: 30 },
    (_, i) => `- Part ${i} is held by bolt M${i + 40} and is checked by the crew of the night shift.`,
  )
  const rows = Array.from(
    { length: 30 },
    (_, i) => `| Pier ${i} | ${i + 3} kiosks | checked by the crew of the day shift |`,
  )
  const files = {
    'compiled/facts.md': `# Facts\n\n## Bolts\n\n${parts.join('\n')}\n\n## Piers\n\n| pier | count | remark |\n|---|---|---|\n${rows.join('\n')}\n`,
  }

  test('a list that was cut at its ends is marked there', async () => {
    const { read } = await packWorld({ yard: { files } })
    expect((await read({ task: 'Which bolt holds part 17?', budget: 160 })).fenced).toMatch(
      /\n\[…\]\n- Part [^]*M57[^]*shift\.\n\[…\]\n\[end /,
    )
  })

  test('a table that was cut at its end is marked there', async () => {
    const { read } = await packWorld({ yard: { files } })
    expect((await read({ task: 'How many kiosks stand on pier 3?', budget: 220 })).fenced).toMatch(
      /\| Pier 3 \|[^]*\|\n\[…\]\n\[end /,
    )
  })
})
