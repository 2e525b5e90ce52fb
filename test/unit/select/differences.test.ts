import { describe, expect, test } from 'vitest'
import { openKnowledge } from '../../../src/app/index.ts'
import { packWorld } from '../../support/read-packs.ts'
import { unitWorld } from '../../support/unit-world.ts'

const task = 'How many days of vacation do the harbor employees get?'
const says = (days: string, heading = 'Vacation'): string =>
  `# ${heading}\n\nThe harbor employees get ${days} days of vacation.\n`

/** How many differences a reply names that has all the texts. */
async function namedIn(files: Readonly<Record<string, string>>, asked = task): Promise<number> {
  const units = Object.keys(files).map((path, i) => ({ id: `u${i}`, path, intent: asked }))
  const { ports } = unitWorld(units, {
    files: Object.fromEntries(Object.entries(files).map(([path, text]) => [`/w/${path}`, text])),
  })
  const knowledge = await openKnowledge({ roots: ['/w'], ports })
  const { warnings, excerpts } = await knowledge.read({ task: asked })
  expect(new Set(excerpts.map(({ path }) => path))).toEqual(new Set(Object.keys(files)))
  return warnings.filter(({ code }) => code === 'AK811').length
}

const command = (version: string): string =>
  `# Vacation\n\nHow many vacation days the harbor employees get is counted so:\n\n\`\`\`sh\nharbor employees get vacation days --rate ${version}\n\`\`\`\n`
const setting = (name: string, value: string): string =>
  `# ${name}\n\nThe vacation days of harbor employees as ${name}.\n\n**Vacation**: ${value}\n`

describe('AK-165: two texts differ only where they state one thing', () => {
  test.each<[string, number, Readonly<Record<string, string>>]>([
    ['another figure in the same sentence', 1, { 'a.md': says('25'), 'b.md': says('30') }],
    [
      'another figure in a field that was asked for',
      1,
      { 'a.md': setting('Leave', '25 days'), 'b.md': setting('Leave', '30 days') },
    ],
    [
      'another word in a field that was asked for',
      1,
      { 'a.md': setting('Leave', 'paid'), 'b.md': setting('Leave', 'unpaid') },
    ],
    ['a field of two settings', 0, { 'a.md': setting('Leave', '25 days'), 'b.md': setting('Carry over', '5 days') }],
    [
      'a field in other words',
      0,
      {
        'a.md': setting('Leave', 'as the contract of each employee says'),
        'b.md': setting('Leave', 'see the page on contracts for the days'),
      },
    ],
    ['an example in code', 0, { 'a.md': command('0.5.0'), 'b.md': command('0.5.4') }],
    ['another version in the heading', 0, { 'a.md': says('25', 'Vacation 2024'), 'b.md': says('30', 'Vacation 2025') }],
    ['another year in the path', 0, { '2024/a.md': says('25'), '2025/a.md': says('30') }],
    ['another heading in one manifest', 0, { 'a.md': says('25', 'Cranes'), 'b.md': says('30', 'Ferries') }],
    [
      'a sentence that one text repeats with other figures',
      0,
      { 'a.md': `${says('25')}\nThe harbor employees get 27 days of vacation.\n`, 'b.md': says('30') },
    ],
    [
      'only the address of a link',
      0,
      { 'a.md': says('[25](https://harbor.example/1)'), 'b.md': says('[25](https://harbor.example/2)') },
    ],
  ])('%s: %i', async (_, expected, files) => {
    expect(await namedIn(files)).toBe(expected)
  })

  test('packs of two authors differ under other headings, too', async () => {
    const { read } = await packWorld({
      rules: { files: { 'compiled/a.md': says('25', 'Rules') } },
      notes: { files: { 'compiled/b.md': says('30', 'Notes') } },
    })
    const { warnings } = await read({ task, packs: ['rules', 'notes'] })
    expect(warnings.filter(({ code }) => code === 'AK811').map(({ message }) => message)).toEqual([
      'compiled/b.md of pack:notes and compiled/a.md of pack:rules state the same thing differently.',
    ])
  })
})
