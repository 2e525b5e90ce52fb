import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { countTokens } from '../../src/app/index.ts'
import { doorWorld, packAt } from '../support/door-world.ts'
import { call, connectTo, connectToProgram, factsOf, newClient, speaking, textsOf } from '../support/mcp-client.ts'
import { recordedText } from '../support/recorded-text.ts'

const task = 'How long does the battery last?'

describe('AK-142, AK-198, AK-344: a client gets a text once in a session', () => {
  test('the second read names what the first returned in a short stub; again: true repeats the text', async () => {
    const client = await connectTo({ knowledge: await doorWorld().open() })
    const first = textsOf(await call(client, 'read', { task })).join('\n')
    const second = textsOf(await call(client, 'read', { task })).join('\n')
    const third = textsOf(await call(client, 'read', { task, again: true })).join('\n')
    expect(first).toContain('nine hours')
    expect(second).not.toContain('nine hours')
    const stub = /^Already returned .*$/m.exec(second)?.[0] ?? ''
    expect(stub).toContain('again: true repeats it')
    expect(await countTokens(stub)).toBeLessThan(40)
    expect(third).toBe(first)
  })

  test.each(['kiosk', 'a-pack-with-quite-a-long-name-of-more-than-forty-characters-2'])(
    'the second guide of %s is a stub under 40 tokens; again: true repeats it',
    async (name) => {
      const client = await connectTo({ knowledge: await doorWorld(packAt(name, {}, '# Guide\n\nOPENING\n')).open() })
      const first = textsOf(await call(client, 'activate', { name }))
      const second = textsOf(await call(client, 'activate', { name }))
      expect([first.join().includes('OPENING'), second.join().includes('OPENING')]).toEqual([true, false])
      expect(second.join()).toContain('again: true repeats it')
      expect(await countTokens(second.join())).toBeLessThan(40)
      expect(textsOf(await call(client, 'activate', { name, again: true }))).toEqual(first)
    },
  )

  test('another client gets the text', async () => {
    const world = doorWorld()
    const replies = await Promise.all(
      [1, 2].map(async () => call(await connectTo({ knowledge: await world.open() }), 'read', { task })),
    )
    for (const reply of replies) expect(textsOf(reply).join()).toContain('nine hours')
  })

  test('the built program remembers it too, and leaves no session behind', async () => {
    const world = doorWorld()
    const client = await connectToProgram(world.cwd, world.env)
    expect(textsOf(await call(client, 'read', { task })).join()).toContain('nine hours')
    expect(textsOf(await call(client, 'read', { task })).join()).not.toContain('nine hours')
    expect(readdirSync(world.env['LOREFENCE_STATE'] ?? '')).not.toContain('sessions')
  })

  test('a text that was withheld for a question to the person comes in full after the answer', async () => {
    const world = doorWorld()
    const knowledge = await world.open()
    const person = newClient({ ...speaking('2026-07-28'), capabilities: { elicitation: { form: {} } } })
    person.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { use: true } }))
    const client = await connectTo({ knowledge, mayAskPerson: true }, person)
    const reply = await call(client, 'read', { task: `${task} How does the desk speak?`, packs: ['kiosk', 'voice'] })
    expect(textsOf(reply).join()).toContain('nine hours')
  })
})

describe('AK-138: the activation tool takes a name', () => {
  const activateTool = async (tree?: Readonly<Record<string, string>>) => {
    const client = await connectTo({ knowledge: await doorWorld(tree).open() })
    const listed = await client.listTools()
    const schema = listed.tools.find(({ name }) => name === 'knowledge_activate')?.inputSchema as unknown as {
      readonly required: readonly string[]
      readonly properties: { readonly name: { readonly enum?: readonly string[] } }
    }
    return { client, schema, tokens: await countTokens(JSON.stringify(listed)) }
  }

  test('it is the one required argument, with the names that can be activated', async () => {
    const { schema, tokens } = await activateTool()
    expect(schema.required).toEqual(['name'])
    expect([...(schema.properties.name.enum ?? [])].sort()).toEqual([
      'kiosk',
      'manifest:harbor',
      'unit:harbor/setup',
      'voice',
    ])
    expect(tokens).toBeLessThan(700)
  })

  test('with many packs there are no names, and the tools stay under 700 tokens', async () => {
    const many = Object.assign({}, ...Array.from({ length: 60 }, (_, i) => packAt(`pack-${i}`)))
    const { schema, tokens } = await activateTool(many)
    expect(schema.properties.name.enum).toBeUndefined()
    expect(tokens).toBeLessThan(700)
  })

  test('where the names of the packs are too long to list, no unit is decided about', async () => {
    const [long, other] = ['kiosk-for-the-long-quay-of-the-harbor', 'voice-of-the-service-desk']
    const knowledge = await doorWorld({ ...packAt(long), ...packAt(other) }).open()
    let decided = 0
    const counted = (of: typeof knowledge): typeof knowledge => ({
      ...of,
      catalog: of.catalog,
      forModel: () => counted(of.forModel()),
      usable: () => {
        decided += 1
        return of.usable()
      },
    })
    const { tools } = await (await connectTo({ knowledge: counted(knowledge) })).listTools()
    expect(tools.map(({ name }) => name)).toContain('knowledge_activate')
    expect(decided).toBe(0)
  })

  test.each(['name', 'pack', 'ref'])('the name is accepted as %s', async (argument) => {
    const { client } = await activateTool()
    expect(factsOf(await call(client, 'activate', { [argument]: 'kiosk' }))).toMatchObject({ refs: ['pack:kiosk'] })
  })

  test('without a name it is an error', async () => {
    const { client } = await activateTool()
    expect(await call(client, 'activate', {})).toMatchObject({ isError: true })
  })
})

test('AK-131: implicit activation is reachable over MCP', async () => {
  const world = doorWorld()
  const client = await connectTo({ knowledge: await world.open() })
  await call(client, 'read', { task: 'How long is the warranty of the Harbor Kiosk terminal?', implicit: true })
  await call(client, 'read', { task })
  const { receipts } = world.ports
  const modes = (await recordedText(receipts))
    .trimEnd()
    .split('\n')
    .flatMap((line) => (JSON.parse(line) as { readonly activation?: string }).activation ?? [])
  expect(modes).toEqual(['implicit', 'resolver-driven'])
})
