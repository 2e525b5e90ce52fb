import { Ajv } from 'ajv'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Knowledge, KnowledgeTool, Receipts, ToolsOptions } from '../../../src/index.ts'
import { removeGrants } from '../../../src/app/index.ts'
import { doorWorld, packAt } from '../../support/door-world.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { call, connectTo, textsOf } from '../../support/mcp-client.ts'

const task = 'How long does the battery last?'

/** Calls tools of one conversation by their names without prefix. */
function conversation(
  knowledge: Knowledge,
  { prefix = 'knowledge_', ...options }: ToolsOptions = {},
): (name: string, ...args: Parameters<KnowledgeTool['execute']>) => Promise<string> {
  const tools = knowledge.tools({ prefix, ...options })
  return async (name, ...args) => {
    const tool = tools.find((known) => known.name === `${prefix}${name}`)
    if (!tool) throw new Error(`There is no tool ${name}.`)
    return tool.execute(...args)
  }
}

const opened = async (): Promise<ReturnType<typeof conversation>> => conversation(await doorWorld().open())

describe('the tools for agent frameworks', () => {
  test('are those of the MCP server, with the same words and replies', async () => {
    const knowledge = await doorWorld().open()
    const client = await connectTo({ knowledge })
    const { tools: listed } = await client.listTools()
    expect(knowledge.tools().map(({ name, description }) => [name, description])).toEqual(
      listed.map(({ name, description }) => [name, description]),
    )
    const execute = conversation(knowledge)
    for (const [name, args] of [
      ['catalog', {}],
      ['activate', { pack: 'kiosk' }],
      ['read', { task, budget: '400' }],
      ['query', { terms: 'kiosk' }],
      ['explain', { name: 'kiosk' }],
      ['evidence', { name: 'kiosk', claim: null }],
    ] as const)
      expect(await execute(name, args)).toBe(textsOf(await call(client, name, args)).join('\n'))
  })

  test('AK-346: one that has nothing to offer is not there', async () => {
    const empty = await doorWorld({ 'README.md': '# Nothing here\n' }).open()
    expect(empty.tools()).toEqual([])
    const units = await doorWorld({ 'knowledge.yaml': manifestText(), 'setup.md': '# Setup\n' }).open()
    expect(units.tools().map(({ name }) => name)).not.toContain('knowledge_activate')
  })

  test('another prefix names them, and every line that mentions one', async () => {
    const execute = conversation(await doorWorld().open(), { prefix: 'lore_' })
    expect(await execute('activate', { name: 'nobody' })).toBe(
      'Nothing has that name; paths are not names. Call lore_catalog for the names.',
    )
  })
})

describe('what a model reads', () => {
  test.each([
    ['an answer is fenced', task, /<knowledge_pack [^]*The battery lasts nine hours\.[^]*<\/knowledge_pack>/],
    [
      'a weak match is marked as one',
      'Does the battery survive frost and hail storms?',
      /^warnings: Weak match: it may not answer the task\.$/m,
    ],
    [
      'what is withheld is named, with its reason',
      'How does the service desk speak?',
      /^Not released: pack:voice \(status-draft\)/m,
    ],
  ])('%s', async (_, asked, expected) => {
    const execute = await opened()
    expect(await execute('read', { task: asked })).toMatch(expected)
  })

  test('nothing is said in words', async () => {
    const execute = conversation(await doorWorld(packAt('refunds')).open())
    expect(await execute('read', { task: 'Quarterly dividend taxation' })).toMatch(/^Nothing here answers this task\./)
  })

  test('a draft that has nothing to do with the task is counted, not named', async () => {
    const execute = conversation(
      await doorWorld({ ...packAt('kiosk'), ...packAt('voice', { status: 'draft' }) }).open(),
    )
    expect(await execute('read', { task: 'Quarterly dividend taxation' })).toMatch(
      /^Nothing that was searched answers this task; one entry needs approval first\. Only the operator can change that\. No/,
    )
  })

  test('AK-142: a text is returned once in a conversation, and again in another', async () => {
    const world = doorWorld()
    const knowledge = await world.open()
    const execute = conversation(knowledge)
    const first = await execute('read', { task })
    expect(await execute('read', { task })).not.toContain('nine hours')
    expect(await execute('read', { task, again: true })).toBe(first)
    expect(await conversation(knowledge)('read', { task })).toBe(first)
    expect(existsSync(join(world.env['LOREFENCE_STATE'] ?? '', 'sessions'))).toBe(false)
  })

  test('nothing of an entry that nobody granted, and nothing of a denied unit', async () => {
    const knowledge = await doorWorld().open()
    const execute = conversation(knowledge)
    const replies = await Promise.all([
      execute('catalog', {}),
      execute('catalog', { filter: 'UNSEEN stranger' }),
      execute('catalog', { name: 'manifest:harbor' }),
      execute('activate', { name: 'stranger' }),
      execute('activate', { name: 'unit:harbor/payroll' }),
      execute('read', { task: 'UNSEEN battery tricks of a stranger, salaries', name: ['stranger', 'payroll'] }),
      execute('read', { task: 'UNSEEN salaries: who earns what?' }),
      execute('query', { terms: ['payroll', 'salaries', 'stranger'] }),
      execute('explain', { name: 'stranger' }),
      execute('evidence', { name: 'stranger' }),
    ])
    const leaks = /UNSEEN(?! salaries)|tricks|Who earns|payroll\.md|words of a stranger/
    expect(replies.filter((reply) => leaks.test(reply.replaceAll(/No text here contains:.*/g, '')))).toEqual([])
    expect(replies.filter((reply) => reply === '')).toEqual([])
  })

  test('of a manifest that nobody granted, not even whether it has a unit', async () => {
    const world = doorWorld({
      ...packAt('kiosk'),
      'acme/knowledge.yaml': manifestText({ project: 'acme' }, unitWith({ id: 'secret', path: 'secret.md' })),
      'acme/secret.md': '# Secret\n',
    })
    removeGrants(world.ports, 'acme', world.cwd)
    const execute = conversation(await world.open())
    for (const [name, args] of [
      ['catalog', { name: 'manifest:acme' }],
      ['activate', { name: 'unit:acme/secret' }],
      ['explain', { name: 'unit:acme/secret' }],
      ['read', { task, name: ['unit:acme/secret'] }],
    ] as const) {
      const reply = await execute(name, args)
      const absent = JSON.parse(JSON.stringify(args).replaceAll('secret', 'absent')) as unknown
      expect(reply).toBe(await execute(name, absent))
      expect(reply).not.toContain('secret')
    }
  })

  test('terms that a model wrote as one text match one by one', async () => {
    const execute = await opened()
    expect(await execute('query', { terms: 'kiosk mains' })).toContain('unit:harbor/setup')
  })

  test('the prompt mentions no tool for packs where there are none', async () => {
    const tree = { 'knowledge.yaml': manifestText({}, unitWith({ path: 'setup.md' })), 'setup.md': '# Setup\n' }
    const knowledge = await doorWorld(tree).open()
    const client = await connectTo({ knowledge })
    const { messages } = await client.getPrompt({ name: 'explore', arguments: { topic: 'setup' } })
    expect(JSON.stringify(messages)).not.toContain('knowledge_evidence')
  })

  test('arguments that cannot be read are said to the model', async () => {
    const execute = await opened()
    expect(await execute('read', {})).toBe('The argument "task" is missing. Correct it and call again.')
    expect(await execute('read', { task, budget: 'many' })).toBe(
      'The argument "budget" is not a number. Correct it and call again.',
    )
    expect(await execute('query', { terms: ['a'], federation_scope: 'all' })).toBe(
      'The argument "federation_scope" is not one of local, declared. Correct it and call again.',
    )
    expect(await execute('read', { task: ' ' })).toBe('The task is empty. Write the question.')
    expect(await execute('read', 'battery')).toBe('The arguments are not an object. Correct it and call again.')
    expect(await execute('catalog', undefined)).toContain('kiosk')
  })
})

describe('strict schemas', () => {
  test('allow no other argument and require all, null for an absent one', async () => {
    const knowledge = await doorWorld().open()
    for (const { parameters, name } of knowledge.tools({ strict: true })) {
      expect(parameters).toMatchObject({ type: 'object', additionalProperties: false })
      expect(parameters.required).toEqual(Object.keys(parameters.properties))
      for (const property of Object.values(parameters.properties)) expect(property).toHaveProperty('type')
      const plain = knowledge.tools().find((tool) => tool.name === name)
      const required = new Set(plain?.parameters.required)
      const given = { task, name: name === 'knowledge_read' ? [] : 'kiosk', terms: ['kiosk'] }
      const written = Object.fromEntries(
        parameters.required.map((argument) => [
          argument,
          required.has(argument) ? given[argument as keyof typeof given] : null,
        ]),
      )
      expect([name, new Ajv({ allowUnionTypes: true }).validate(parameters, written)]).toEqual([name, true])
    }
  })

  test('the nulls that they make a model write count as absent', async () => {
    const execute = conversation(await doorWorld().open(), { strict: true })
    const absent = { also: null, name: null, budget: null, evidence: null, implicit: null, again: null }
    expect(await execute('read', { task, ...absent })).toContain('nine hours')
    expect(
      await execute('query', {
        terms: ['kiosk'],
        audience: null,
        max_token_budget: null,
        limit: null,
        federation_scope: null,
      }),
    ).toContain('unit:harbor/setup')
  })
})

describe('what is thrown', () => {
  test('an aborted call rejects with its reason, and the text is returned by the next', async () => {
    const execute = await opened()
    const reason = new Error('The user left.')
    await expect(execute('read', { task }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const controller = new AbortController()
    const running = execute('read', { task }, { signal: controller.signal })
    controller.abort(reason)
    await expect(running).rejects.toBe(reason)
    expect(await execute('read', { task })).toContain('nine hours')
  })

  test('a text that was released while the call was aborted is returned by the next', async () => {
    const world = doorWorld()
    const controller = new AbortController()
    const { receipts } = world.ports
    const append: Receipts['append'] = (make) => {
      controller.abort()
      return receipts.append(make)
    }
    const knowledge = await world.open({ ports: { ...world.ports, receipts: { ...receipts, append } } })
    const execute = conversation(knowledge)
    await expect(execute('read', { task }, { signal: controller.signal })).rejects.toThrow('aborted')
    expect(await execute('read', { task })).toContain('nine hours')
  })

  test('a receipt that cannot be stored: a message without paths for the model, the cause for the program', async () => {
    const world = doorWorld()
    const full = new Error(`ENOSPC: no space left on device, write '${world.cwd}/state'`)
    const receipts = {
      ...world.ports.receipts,
      append: () => {
        throw full
      },
    }
    const execute = conversation(await world.open({ ports: { ...world.ports, receipts } }))
    const failure = await execute('read', { task }).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      message: 'The knowledge cannot be read now; the operator can see why.',
      cause: full,
    })
  })
})
