import { describe, expect, test } from 'vitest'
import type { Source } from '../../../src/select/texts/source.ts'
import { askTexts, said, textSource, wrapper, type Found } from '../../support/select-texts.ts'

const description =
  'Facts on the HK-2 ticket kiosk by Harbor Kiosk: climate, power and warranty. It holds no pension rules.'
const source = (path: string, text: string, rest: Partial<Source> = {}): Source =>
  textSource(path, text, {
    ref: 'pack:harbor',
    entry: { name: 'harbor-kiosk Harbor Kiosk HK-2', description },
    ...rest,
  })
const facts = source(
  'compiled/facts.md',
  `# Facts: HK-2

## Climate

- Operating temperature −25 °C to +45 °C, outdoor.
- The HK-2 weighs 74 kg.

## Power

The HK-2 draws 85 W. Its battery carries it for 25 minutes.

## Warranty

Parts of the HK-2 are covered for 24 months, the display for 36.

## Faults

- P-12: the printer of the HK-2 is jammed.
- P-14: the printer of the HK-2 has no paper.
`,
)

const ask = (task: string, sources: readonly Source[] = [facts]): Promise<Found> => askTexts(sources, task)

describe('a small pack', () => {
  test.each([
    ['Is the HK-2 waterproof?', 'waterproof'],
    ['Does the Harbor Kiosk have a camera?', 'camera'],
    ['What does P-77 mean?', 'P-77'],
    ['Does the HK-2 run on Windows?', 'Windows'],
  ])(
    'AK-162: that shares with %j only what it is about does not answer it, and says what is missing',
    async (task, missing) => {
      const { outcome, unknownWords, tokens } = await ask(task)
      expect(outcome).not.toBe('answered')
      expect(unknownWords).toContain(missing)
      expect(tokens).toBeLessThanOrEqual(250 - wrapper.entry - wrapper.passage)
    },
  )

  test.each([
    ['Can it stand outdoors at minus 20 degrees?', '−25 °C to +45 °C'],
    ['What is the weight of the kiosk?', '74 kg'],
    ['What does P-14 mean?', 'has no paper'],
    ['How long does the battery carry the HK-2?', '25 minutes'],
    ['How long is the warranty?', '24 months'],
  ])('answers %j', async (task, answer) => {
    expect(said(await ask(task))).toContain(answer)
  })

  test('asked about its subject alone it answers', async () => {
    expect(said(await ask('What is the HK-2?'))).toContain('HK-2')
  })

  test('what only its description says is no answer', async () => {
    expect((await ask('Which pension does Harbor Kiosk pay?')).outcome).not.toBe('answered')
  })

  test('a section whose heading is asked for answers in other words', async () => {
    const { passages, unknownWords } = await ask('What does the warranty exclude?')
    expect(passages[0]?.headings).toEqual(['Facts: HK-2', 'Warranty'])
    expect(unknownWords).toEqual(['exclude'])
  })

  test('a section with the word in its heading comes before a passing mention of it', async () => {
    const paper = source(
      'paper.md',
      '# Paper\n\nA roll lasts for two weeks. Only P-55 is approved; other paper voids the warranty. Keep rolls dry.\n',
    )
    const { passages } = await ask('How long is the warranty?', [paper, facts])
    const best = passages.reduce((a, b) => (b.score > a.score ? b : a))
    expect(best.headings).toEqual(['Facts: HK-2', 'Warranty'])
  })

  test('a heading orders the places below it and does not make them answer', async () => {
    const { outcome, passages } = await ask('Which insurer backs the warranty?')
    expect(passages[0]?.headings).toEqual(['Facts: HK-2', 'Warranty'])
    expect(outcome).toBe('weak')
  })

  test('its own name is not unknown where its text does not repeat it', async () => {
    const short = source('a.md', '## Battery\n\nNine hours.\n', { entry: { name: 'Tern', description: '' } })
    expect((await ask('How long does the battery of the Tern last?', [short])).unknownWords).not.toContain('Tern')
  })
})

describe('a task that asks several things', () => {
  test('is answered where one of them is, and the rest is unknown', async () => {
    const { outcome, passages, unknownWords } = await ask(
      'What does the HK-2 weigh, and who paints umbrellas, sunshades and deck chairs in Larvik?',
    )
    expect([outcome, passages[0]?.text.includes('74 kg')]).toEqual(['answered', true])
    expect(unknownWords).toEqual(expect.arrayContaining(['umbrellas', 'sunshades', 'Larvik']))
  })

  test('gets a short section that is named by a word which nothing else speaks of', async () => {
    const entry = { name: 'Harbor Kiosk', description: '' }
    const offline = source(
      'offline.md',
      '# Offline selling\n\nWhen a limit is reached the screen of the kiosk shows "Tickets on board".\n',
      { entry },
    )
    expect(said(await ask('What is the warranty of the kiosk screen?', [{ ...facts, entry }, offline]))).toContain(
      'the display for 36',
    )
  })

  test('is not answered by a stray word of one of them', async () => {
    expect(
      (await ask('Who paints the display of the town hall in winter? Which ferry sails to Skagen on Sunday?')).outcome,
    ).not.toBe('answered')
  })
})

test('titles speak for a text whatever its length', async () => {
  const entry = { name: 'kiosk', description: '' }
  const sources = [
    source('notes.md', '# Notes\n\nMore.\n', { entry, title: 'Notes' }),
    source('battery.md', '# Battery\n\nNine hours of light.\n', { entry, title: 'Battery' }),
  ]
  expect((await ask('How many hours does the kiosk last?', sources)).passages[0]?.source.path).toBe('battery.md')
})

describe('the items of a section that is asked for', () => {
  const item = (words: string, line: number): string => `- ${words} [source: sources/warranty-terms.md#L${line}]\n`
  const items = [
    'Parts and labour are covered for 24 months.',
    'The display assembly is covered for 36 months.',
    'The battery is covered for 12 months.',
    'Salt water behind an open door is not covered.',
    'Damage by other paper is not covered.',
    'A swap unit leaves within a day.',
  ]
  const entry = { name: 'Harbor Kiosk', description: '' }
  const terms = source(
    'compiled/terms.md',
    `# Terms\n\n## Warranty\n\n${items.map((words, i) => item(words, i + 7)).join('')}\n## Paper\n\n${item('A roll gives 1,100 receipts.', 30)}${item('Two kinds are approved.', 31)}`,
    { entry },
  )
  const within = async (tokens: number): Promise<string> =>
    said(await askTexts([terms], 'How long is the warranty?', { budget: tokens + wrapper.entry + wrapper.passage }))

  test('the first of them is not worse for having none before it', async () => {
    expect([await within(60), await within(120)].map((text) => text.split('\n')[0])).toEqual([
      item(items[0] ?? '', 7).trim(),
      item(items[0] ?? '', 7).trim(),
    ])
  })

  test('the path of a source says nothing about what its line speaks of', async () => {
    expect(await within(600)).not.toContain('receipts')
  })
})

test('a sentence of function words is no piece, whatever its heading is', async () => {
  const found = await askTexts([textSource('a.md', '# Battery\nthe.\n\nIt is replaced every year.\n')], 'battery')
  expect(said(found)).toBe('It is replaced every year.')
})
