import { describe, expect, test } from 'vitest'
import { countTokens } from '../../src/app/index.ts'
import { doorWorld, packAt } from '../support/door-world.ts'
import { manifestText } from '../support/manifest-text.ts'
import { call, connectTo, factsOf, newClient, speaking } from '../support/mcp-client.ts'

const manyPacks = (count: number): Readonly<Record<string, string>> =>
  Object.assign({}, ...Array.from({ length: count }, (_, i) => packAt(`pack-${i}`)))

describe('what the server offers', () => {
  test('AK-345: six tools, for listing, activating, resolving, evidence, queries and decisions', async () => {
    const client = await connectTo({ knowledge: await doorWorld().open() })
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'knowledge_catalog',
      'knowledge_activate',
      'knowledge_read',
      'knowledge_query',
      'knowledge_explain',
      'knowledge_evidence',
    ])
  })

  test.each([1, 500])('the tools cost at most 700 tokens with %i packs', async (count) => {
    const client = await connectTo({
      knowledge: await doorWorld({
        ...manyPacks(count),
        'knowledge.yaml': manifestText(),
        'setup.md': '# Setup\n',
      }).open(),
    })
    const listed = await client.listTools()
    expect(listed.tools).toHaveLength(6)
    expect(await countTokens(JSON.stringify(listed))).toBeLessThanOrEqual(700)
  })

  test('the newest revision pays no more than 700 tokens either', async () => {
    const client = await connectTo({ knowledge: await doorWorld().open() }, newClient(speaking('2026-07-28')))
    expect(await countTokens(JSON.stringify(await client.listTools()))).toBeLessThanOrEqual(700)
  })

  test('every tool gives the same small facts beside its text and says that it only reads', async () => {
    const client = await connectTo({ knowledge: await doorWorld().open() })
    const { tools } = await client.listTools()
    expect(tools.map(({ annotations, outputSchema }) => [annotations?.readOnlyHint, outputSchema])).toEqual(
      tools.map(() => [true, undefined]),
    )
    const reply = await call(client, 'read', { task: 'How long does the battery last?' })
    expect(factsOf(reply)).toEqual({
      receipt: expect.stringMatching(/^r-/),
      outcome: 'answered',
      tokens: expect.any(Number),
      refs: ['pack:kiosk'],
      counts: expect.any(Object),
    })
  })

  test('no structured content hides the text of a reply from clients that show the model nothing else', async () => {
    const client = await connectTo({ knowledge: await doorWorld().open() })
    const replies = await Promise.all([
      call(client, 'catalog'),
      call(client, 'read', { task: 'How long does the battery last?' }),
      call(client, 'activate', { pack: 'kiosk' }),
      call(client, 'explain', { ref: 'kiosk' }),
    ])
    expect(replies.map(({ structuredContent, content }) => [structuredContent, content.length > 0])).toEqual(
      replies.map(() => [undefined, true]),
    )
  })

  test('who asks for it gets the facts as structured content too, under one declared schema', async () => {
    const client = await connectTo({ knowledge: await doorWorld().open(), structured: true })
    const { tools } = await client.listTools()
    expect(new Set(tools.map(({ outputSchema }) => JSON.stringify(outputSchema))).size).toBe(1)
    expect(Object.keys(tools[0]?.outputSchema?.['properties'] ?? {})).toEqual([
      'receipt',
      'outcome',
      'tokens',
      'refs',
      'counts',
      'matchedAliases',
    ])
    const reply = await call(client, 'read', { task: 'How long does the battery last?' })
    expect(reply.structuredContent).toEqual(factsOf(reply))
    expect(await countTokens(JSON.stringify({ tools }))).toBeLessThanOrEqual(1150)
  })

  test('a client that searches tools finds read, and loads it from the start', async () => {
    const client = await connectTo({ knowledge: await doorWorld().open() })
    const { tools } = await client.listTools()
    expect(tools.map(({ _meta: meta }) => meta?.['anthropic/alwaysLoad'])).toEqual([
      undefined,
      undefined,
      true,
      undefined,
      undefined,
      undefined,
    ])
    const read = tools.find(({ name }) => name === 'knowledge_read')
    for (const word of ['policy', 'product', 'rule', 'kiosk', 'harbor', 'setup'])
      expect(read?._meta?.['anthropic/searchHint']).toContain(word)
    for (const { title, description } of tools) {
      expect(title).toMatch(/^[A-Z][a-z]+ /)
      expect(description).toMatch(/^Call (?:first |when |to )/)
    }
  })

  test('another prefix names the tools, and every line that mentions one', async () => {
    const client = await connectTo({ knowledge: await doorWorld().open(), toolPrefix: 'x-' })
    expect((await client.listTools()).tools[2]?.name).toBe('x-read')
    expect(client.getInstructions()).toContain('call x-read with the task')
    const reply = await client.callTool({ name: 'x-activate', arguments: { name: 'nobody' } })
    expect(reply.content).toEqual([
      { type: 'text', text: 'Nothing has that name; paths are not names. Call x-catalog for the names.' },
    ])
  })

  test('the instructions name granted entries only, by plain names', async () => {
    const odd = 'a-name-that-is-much-too-long-for-a-plain-topic'
    const world = doorWorld({ ...packAt('refunds'), ...packAt('stranger'), ...packAt(odd) })
    const client = await connectTo({ knowledge: await world.open() })
    expect(client.getInstructions()).toMatch(/ Topics: refunds\.$/)
  })

  test.each(['pack-', 'x9-q7-', 'zq-jx-vk-'])(
    'the instructions take at most 120 tokens with names such as %s1',
    async (name) => {
      const packs = Array.from({ length: 200 }, (_, i) => packAt(`${name}${i}`))
      const client = await connectTo({ knowledge: await doorWorld(Object.assign({}, ...packs)).open() })
      expect(client.getInstructions()).toContain(`Topics: ${name}0, `)
      expect(await countTokens(client.getInstructions() ?? '')).toBeLessThanOrEqual(120)
    },
  )

  test('the instructions are one line', async () => {
    const client = await connectTo({ knowledge: await doorWorld().open() })
    expect(client.getInstructions()).toMatch(/^Before answering .* call knowledge_read with the task[^\n]*$/)
  })

  test('AK-346: an empty scope has no knowledge tool', async () => {
    const client = await connectTo({ knowledge: await doorWorld({ 'README.md': '# Nothing here\n' }).open() })
    expect((await client.listTools()).tools).toEqual([])
  })

  test('AK-346: without packs there is no activation tool', async () => {
    const client = await connectTo({
      knowledge: await doorWorld({ 'knowledge.yaml': manifestText(), 'setup.md': '# Setup\n' }).open(),
    })
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'knowledge_catalog',
      'knowledge_read',
      'knowledge_query',
      'knowledge_explain',
    ])
  })

  test('a long list is cut, and the model is told how to narrow it', async () => {
    const client = await connectTo({ knowledge: await doorWorld(manyPacks(900)).open() })
    const all = await call(client, 'catalog')
    expect((factsOf(all) as { tokens: number }).tokens).toBeLessThanOrEqual(2000)
    expect(all.content.at(-1)).toMatchObject({
      text: expect.stringMatching(/^\d+ more are not listed\. Narrow it with filter\.$/),
    })
    const few = await call(client, 'catalog', { filter: 'pack-89' })
    expect(factsOf(few)).toMatchObject({ counts: { listed: 11, omitted: 0 } })
  })

  test('a guide that is too long for a reply is not given, and nothing is recorded', async () => {
    const world = doorWorld(
      packAt('long', {}, `# Long\n\n${'The kiosk stands in the rain and waits. '.repeat(3000)}\n`),
    )
    const client = await connectTo({ knowledge: await world.open() })
    const { content } = await call(client, 'activate', { pack: 'long' })
    expect(content).toEqual([
      {
        type: 'text',
        text: 'Not released: pack:long is too long for one reply. Narrow it: call knowledge_read with a task and this name.',
      },
    ])
    expect(await world.ports.receipts.segments()).toEqual([])
  })
})
