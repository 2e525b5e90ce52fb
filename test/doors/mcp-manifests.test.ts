import { describe, expect, test } from 'vitest'
import { unfence } from '../../src/app/index.ts'
import { missingLine } from '../../src/app/tools/model-forms.ts'
import { doorWorld, packAt } from '../support/door-world.ts'
import { manifestText, unitWith } from '../support/manifest-text.ts'
import { call, connectTo, factsOf, textsOf } from '../support/mcp-client.ts'

const unitsAt = (count: number): Readonly<Record<string, string>> => ({
  ...packAt('kiosk'),
  'knowledge.yaml': manifestText(
    {},
    ...Array.from({ length: count }, (_, i) =>
      unitWith({ id: `part-${i + 1}`, path: 'part.md', sensitivity: 'public', intent: `What does part ${i + 1} do?` }),
    ),
  ),
  'part.md': '# Part\n\nIt turns.\n',
})

const client = async (tree?: Readonly<Record<string, string>>) => {
  const world = doorWorld(tree)
  return connectTo({ knowledge: await world.open(), commands: { cwd: world.cwd } })
}

describe('KCP-221: a model looks closer at a manifest', () => {
  test('by its ref in the catalog, page by page', async () => {
    const connected = await client(unitsAt(70))
    const first = await call(connected, 'catalog', { ref: 'manifest:harbor' })
    expect(unfence(textsOf(first)[0] ?? '')).toMatchObject([
      { text: expect.stringMatching(/^Units 1–50 of 70:\nunit:harbor\/part-1: What does part 1 do\?\n/) },
    ])
    expect(textsOf(first)[1]).toBe('20 more. Call knowledge_catalog with this name and from 51.')
    const second = await call(connected, 'catalog', { ref: 'manifest:harbor', from: 51 })
    expect(textsOf(second)).toHaveLength(1)
    expect(second._meta?.['lorefence/facts']).toMatchObject({
      receipt: expect.stringMatching(/^r-/),
      refs: expect.arrayContaining(['unit:harbor/part-51', 'unit:harbor/part-70']),
      counts: { listed: 20, total: 70 },
    })
    expect(textsOf(await call(connected, 'catalog', { ref: 'manifest:harbor', from: 71 }))).toEqual([
      'manifest:harbor has no units to list from there on.',
    ])
  })

  test('what it may not have is not there', async () => {
    const text = textsOf(await call(await client(), 'catalog', { ref: 'harbor' })).join('\n')
    expect(text).toContain('unit:harbor/setup')
    expect(text).not.toMatch(/payroll|earns/)
  })

  test('of one that nobody granted it is told what a person can run', async () => {
    const world = doorWorld()
    world.ports.grants.remove(world.cwd)
    const connected = await connectTo({ knowledge: await world.open(), commands: { cwd: world.cwd } })
    for (const reply of [
      await call(connected, 'catalog', { ref: 'harbor' }),
      await call(connected, 'activate', { pack: 'manifest:harbor' }),
    ]) {
      expect(textsOf(reply)).toEqual([
        'Not released: manifest:harbor (approval-required). A person can run: lorefence trust .',
      ])
    }
  })

  test('AK-104: of one that was switched off meanwhile nothing is given, and who names it is told', async () => {
    const world = doorWorld()
    const connected = await connectTo({ knowledge: await world.open(), commands: { cwd: world.cwd } })
    world.ports.switches.set('manifest:harbor', false)
    const told = (ref: string): readonly string[] => [
      `Not released: ${ref} (disabled). A person can run: lorefence enable manifest:harbor`,
    ]
    expect(textsOf(await call(connected, 'catalog', { ref: 'harbor' }))).toEqual(told('manifest:harbor'))
    expect(textsOf(await call(connected, 'activate', { pack: 'unit:harbor/setup' }))).toEqual(told('unit:harbor/setup'))
    expect(textsOf(await call(connected, 'read', { task: 'setup', packs: ['unit:harbor/setup'] }))).toEqual(
      told('manifest:harbor'),
    )
    expect(textsOf(await call(connected, 'query', { terms: ['setup'] }))).toEqual(['No unit matches.'])
  })

  test.each<readonly [string, Readonly<Record<string, unknown>>, string]>([
    [
      'catalog',
      { ref: 'unit:harbor/setup' },
      'unit:harbor/setup is a unit. It is itself a source: call knowledge_read with a task and this name.',
    ],
    [
      'catalog',
      { ref: 'kiosk' },
      'pack:kiosk is a pack. Call knowledge_activate for its guide, or knowledge_read with a task.',
    ],
    [
      'catalog',
      { ref: '../knowledge.yaml' },
      'Nothing has that name; paths are not names. Call knowledge_catalog for the names.',
    ],
    [
      'evidence',
      { pack: 'unit:harbor/setup' },
      'unit:harbor/setup is a unit. It is itself a source: call knowledge_read with a task and this name.',
    ],
    [
      'evidence',
      { pack: 'manifest:harbor' },
      'manifest:harbor is a manifest. Call knowledge_catalog with this name for its units, or knowledge_read with a task.',
    ],
    [
      'explain',
      { ref: 'manifest:harbor' },
      'manifest:harbor is a manifest. Call knowledge_catalog with this name for its units, or knowledge_read with a task.',
    ],
  ])('%s %j names what is here instead', async (tool, args, said) => {
    expect(textsOf(await call(await client(), tool, args))).toEqual([said])
  })
})

describe('AK-162: what of a task stays unanswered', () => {
  test('is told beside the fence, in the words of the task', async () => {
    const [fenced = '', line] = textsOf(
      await call(await client(), 'read', {
        task: 'How many hours does the battery last, for how many months is the screen covered, and what about penguins?',
      }),
    )
    expect(fenced).toContain('The battery lasts nine hours.')
    expect(line).toBe('No text here contains: penguins.')
  })

  test('is not told where all is answered', async () => {
    expect(textsOf(await call(await client(), 'read', { task: 'How long does the battery last?' }))).toHaveLength(1)
  })

  test('stays one line of words, whatever the task holds', async () => {
    const task =
      'How many hours does the battery last, for how many months is the screen covered, </penguins>\n\u202e<end>?'
    const [, line = ''] = textsOf(await call(await client(), 'read', { task }))
    expect(line).toMatch(/^No text here contains: penguins(?:, end)?\.$/)
  })

  test.each([
    [['penguins', 'Straße', 'n’est', '24'], 'No text here contains: penguins, Straße, n’est, 24.'],
    [['<system>', 'a b', 'x\n', 'fine'], 'No text here contains: fine and 3 more.'],
    [['w'.repeat(41)], 'No text here contains: 1 of your words.'],
    [
      Array.from({ length: 12 }, (_, i) => `w${i}`),
      'No text here contains: w0, w1, w2, w3, w4, w5, w6, w7, w8, w9 and 2 more.',
    ],
    [[], undefined],
  ])('only what is a word is repeated: %j', (unknownWords, said) => {
    expect(missingLine({ outcome: 'answered', unknownWords })).toBe(said)
  })

  test.each([
    [
      'weak',
      ['penguins'],
      'No text here contains: penguins. Ask again with other words for that in "also", or say that it is unknown.',
    ],
    ['nothing', [], 'Ask again with more words in "also", or say that it is unknown.'],
    ['withheld', ['penguins'], 'No text here contains: penguins.'],
  ] as const)('%s: other words are asked for where they may help, and nowhere else', (outcome, unknownWords, said) => {
    expect(missingLine({ outcome, unknownWords, recommendation: 'Ask.' })).toBe(said)
  })

  test('is told of a weak reply as its outcome too, and other words turn it into an answer', async () => {
    const weak = await call(await client(), 'read', { task: 'Which umbrella endures the accumulator and its battery?' })
    expect(factsOf(weak)).toMatchObject({ outcome: 'weak' })
    expect(textsOf(weak)[0]).toContain('Weak match: it may not answer the task.')
    expect(
      factsOf(await call(await client(), 'read', { task: 'endures', also: ['battery', 'lasts', 'hours'] })),
    ).toMatchObject({ outcome: 'answered' })
  })
})

describe('what a query over MCP can say', () => {
  const tree = {
    ...packAt('kiosk'),
    'knowledge.yaml': manifestText(
      { manifests: [{ id: 'pay', url: 'https://pay.example/knowledge.yaml', local_mirror: 'mirrors/pay.yaml' }] },
      unitWith({
        id: 'reg-021',
        path: 'reg.md',
        sensitivity: 'public',
        intent: 'What is the kiosk rule?',
        aliases: ['reg-21-2a'],
      }),
    ),
    'reg.md': '# Rule\n\nThe kiosk closes at nine.\n',
    'mirrors/pay.yaml': manifestText(
      { project: 'pay' },
      unitWith({ id: 'fees', path: 'fees.md', sensitivity: 'public', intent: 'What does a kiosk cost?' }),
    ),
    'mirrors/fees.md': '# Fees\n\nA kiosk costs nine euros.\n',
  }

  test('KL-029: an alias is in the facts of query and of activate, with the canonical ref', async () => {
    const connected = await client(tree)
    for (const reply of [
      await call(connected, 'query', { terms: ['reg-21-2a'] }),
      await call(connected, 'activate', { name: 'unit:harbor/reg-21-2a' }),
    ])
      expect(factsOf(reply)).toMatchObject({
        refs: ['unit:harbor/reg-021'],
        matchedAliases: { 'unit:harbor/reg-021': 'reg-21-2a' },
      })
    expect(factsOf(await call(connected, 'query', { terms: ['rule'] }))).not.toHaveProperty('matchedAliases')
  })

  test('KCP-268: federation_scope includes declared manifests, and is local by default', async () => {
    const connected = await client(tree)
    const refs = async (more: object) =>
      (factsOf(await call(connected, 'query', { terms: ['kiosk'], ...more })) as { refs: readonly string[] }).refs
    const local = await refs({})
    expect(await refs({ federation_scope: 'local' })).toEqual(local)
    expect(local).toEqual(['unit:harbor/reg-021'])
    expect([...(await refs({ federation_scope: 'declared' }))].sort()).toEqual(['unit:harbor/reg-021', 'unit:pay/fees'])
  })
})
