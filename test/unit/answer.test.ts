import { describe, expect, test } from 'vitest'
import { select } from '../../src/resolve/select.ts'
import type { Selection, Source } from '../../src/resolve/source.ts'
import { loadTokenizer } from '../../src/text/tokens.ts'

const { count } = await loadTokenizer()

const description = 'Facts on the HK-2 ticket kiosk by Harbor Kiosk: climate, power and warranty. It holds no pension rules.'
const source = (path: string, text: string, rest: Partial<Source> = {}): Source => ({
  ref: 'pack:harbor', path, text, from: 0, fileDigest: '', entry: { name: 'harbor-kiosk Harbor Kiosk HK-2', description }, title: '', hints: [], persist: false, ...rest,
})
const facts = source('compiled/facts.md', `# Facts: HK-2

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
`)

const ask = (task: string, sources: readonly Source[] = [facts]): Selection => select(sources, task, { budget: 600, count })
const said = ({ passages }: Selection): string => passages.map(({ text }) => text).join('\n')

describe('a small pack', () => {
  test.each([
    ['Is the HK-2 waterproof?', 'waterproof'],
    ['Does the Harbor Kiosk have a camera?', 'camera'],
    ['What does P-77 mean?', 'P-77'],
    ['Does the HK-2 run on Windows?', 'Windows'],
  ])('that shares with %j only what it is about gives nothing, and says what is missing', (task, missing) => {
    const { passages, coverage } = ask(task)
    expect(passages).toEqual([])
    expect(coverage.missing).toContain(missing)
  })

  test.each([
    ['Can it stand outdoors at minus 20 degrees?', '−25 °C to +45 °C'],
    ['What is the weight of the kiosk?', '74 kg'],
    ['What does P-14 mean?', 'has no paper'],
    ['How long does the battery carry the HK-2?', '25 minutes'],
    ['How long is the warranty?', '24 months'],
  ])('answers %j', (task, answer) => {
    expect(said(ask(task))).toContain(answer)
  })

  test('asked about its subject alone it answers', () => {
    expect(said(ask('What is the HK-2?'))).toContain('HK-2')
  })

  test('what only its description says is no answer', () => {
    expect(ask('Which pension does Harbor Kiosk pay?').passages).toEqual([])
  })

  test('a section whose heading is asked for answers in other words', () => {
    const { passages, coverage } = ask('What does the warranty exclude?')
    expect(passages[0]?.headings).toEqual(['Facts: HK-2', 'Warranty'])
    expect(coverage.missing).toEqual(['exclude'])
  })

  test('its own name is not missing where its text does not repeat it', () => {
    const short = source('a.md', '## Battery\n\nNine hours.\n', { entry: { name: 'Tern', description: '' } })
    expect(ask('How long does the battery of the Tern last?', [short]).coverage.missing).not.toContain('Tern')
  })
})

describe('a task that asks several things', () => {
  test('is answered where one of them is, and the rest is missing', () => {
    const { passages, coverage } = ask('What is the weight of the kiosk, and who paints umbrellas, sunshades and deck chairs in Larvik?')
    expect(passages[0]?.text).toContain('74 kg')
    expect(coverage.missing).toEqual(expect.arrayContaining(['umbrellas', 'sunshades', 'Larvik']))
  })

  test('gets a short section that is named by a word which nothing else speaks of', () => {
    const offline = source('offline.md', '# Offline selling\n\nWhen a limit is reached the screen of the kiosk shows "Tickets on board".\n')
    expect(said(ask('What is the warranty of the kiosk screen?', [facts, offline]))).toContain('the display for 36')
  })

  test('is not answered by a stray word of one of them', () => {
    expect(ask('Who paints the display of the town hall in winter? Which ferry sails to Skagen on Sunday?').passages).toEqual([])
  })
})

test('titles speak for a text whatever its length', () => {
  const entry = { name: 'kiosk', description: '' }
  const sources = [source('notes.md', '# Notes\n\nMore.\n', { entry, title: 'Notes' }), source('battery.md', '# Battery\n\nNine hours of light.\n', { entry, title: 'Battery' })]
  expect(ask('How many hours does the kiosk last?', sources).passages[0]?.source.path).toBe('battery.md')
})

describe('the items of a section that is asked for', () => {
  const item = (words: string, line: number): string => `- ${words} [source: sources/warranty-terms.md#L${line}]\n`
  const items = ['Parts and labour are covered for 24 months.', 'The display assembly is covered for 36 months.', 'The battery is covered for 12 months.', 'Salt water behind an open door is not covered.', 'Damage by other paper is not covered.', 'A swap unit leaves within a day.']
  const terms = source('compiled/terms.md', `# Terms\n\n## Warranty\n\n${items.map((words, i) => item(words, i + 7)).join('')}\n## Paper\n\n${item('A roll gives 1,100 receipts.', 30)}${item('Two kinds are approved.', 31)}`)
  const within = (budget: number): string => said(select([terms], 'How long is the warranty?', { budget, count }))

  test('the first of them is not worse for having none before it', () => {
    expect([within(60), within(120)].map((text) => text.split('\n')[0])).toEqual([item(items[0] ?? '', 7).trim(), item(items[0] ?? '', 7).trim()])
  })

  test('the path of a source says nothing about what its line speaks of', () => {
    expect(within(600)).not.toContain('receipts')
  })
})
