import type { Client, ElicitResult } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import type { Knowledge } from '../../src/app/index.ts'
import { ClientQuestions } from '../../src/serve/mcp/client-questions.ts'
import { doorWorld, packAt, type DoorWorld } from '../support/door-world.ts'
import { manifestText, unitWith } from '../support/manifest-text.ts'
import { call, connectTo, newClient, revisions, speaking, textsOf, type Revision } from '../support/mcp-client.ts'
import { recordedText } from '../support/recorded-text.ts'

interface Asking {
  readonly client: Client
  readonly questions: string[]
}

/** A client whose person gives these answers; none left means that they go away. */
function askingClient(revision: Revision, answers: readonly ElicitResult[]): Asking {
  const client = newClient({ ...speaking(revision), capabilities: { elicitation: { form: {} } } })
  const questions: string[] = []
  const waiting = [...answers]
  client.setRequestHandler('elicitation/create', ({ params }) => {
    questions.push(params.message)
    return waiting.shift() ?? { action: 'cancel' }
  })
  return { client, questions }
}

const yes: ElicitResult = { action: 'accept', content: { use: true } }

async function served(world: DoorWorld, { client }: Asking, mayAskPerson = true): Promise<Client> {
  return connectTo({ knowledge: await world.open(), commands: { cwd: world.cwd }, mayAskPerson }, client)
}

describe.each(revisions)('a client that speaks %s asks its person', (revision) => {
  test('about a draft, once, and the receipt says that the client asked', async () => {
    const world = doorWorld()
    const asking = askingClient(revision, [yes])
    const client = await served(world, asking)
    expect(textsOf(await call(client, 'activate', { pack: 'voice' }))[0]).toContain('Speak calmly to callers.')
    expect(textsOf(await call(client, 'read', { task: 'How to speak to callers?', packs: ['voice'] }))[0]).toContain(
      'A person approved it for this session.',
    )
    expect(asking.questions).toEqual(['pack:voice: It is a draft. Use it in this session?'])
    const kept = await recordedText(world.ports.receipts)
    expect(kept).toContain('"approvedBy":"client"')
  })

  test('and takes no for an answer', async () => {
    const asking = askingClient(revision, [{ action: 'decline' }, yes])
    const client = await served(doorWorld(), asking)
    for (let i = 0; i < 2; i++)
      expect(textsOf(await call(client, 'activate', { pack: 'voice' }))).toEqual([
        'Not released: pack:voice (status-draft). A person can run: lorefence approve pack:voice',
      ])
    expect(asking.questions).toHaveLength(1)
  })

  test.each([
    { action: 'accept', content: { use: false } },
    { action: 'accept', content: {} },
    { action: 'cancel' },
  ] as const)('%j is not a yes', async (answer) => {
    const client = await served(doorWorld(), askingClient(revision, [answer as ElicitResult]))
    expect(textsOf(await call(client, 'activate', { pack: 'voice' }))).toEqual([
      expect.stringMatching(/^Not released: pack:voice \(status-draft\)/),
    ])
  })
})

describe('AK-347: what a client never asks', () => {
  const pending = (revision: Revision): Asking => askingClient(revision, [yes, yes, yes])

  test('anything, unless the operator allowed it', async () => {
    const asking = pending('2026-07-28')
    const client = await served(doorWorld(), asking, false)
    expect(textsOf(await call(client, 'activate', { pack: 'voice' }))).toEqual([expect.stringMatching(/^Not released/)])
    expect(asking.questions).toEqual([])
  })

  test('trust, also where the status asks as well', async () => {
    const world = doorWorld(packAt('stranger', { status: 'draft' }, '# Stranger\n\nUNSEEN\n'))
    const asking = pending('2025-11-25')
    const client = await served(world, asking)
    expect(textsOf(await call(client, 'activate', { pack: 'stranger' }))).toEqual([
      expect.stringMatching(/^Not released: pack:stranger \(approval-required\)/),
    ])
    expect(asking.questions).toEqual([])
  })

  test('a person in the loop, or payment', async () => {
    const world = doorWorld({
      'knowledge.yaml': manifestText(
        {},
        unitWith({ id: 'loop', path: 'loop.md', delegation: { human_in_the_loop: { required: true } } }),
        unitWith({ id: 'paid', path: 'paid.md', payment: { default_tier: 'subscription' } }),
      ),
      'loop.md': '# Loop\n\nUNSEEN\n',
      'paid.md': '# Paid\n\nUNSEEN\n',
    })
    const asking = pending('2026-07-28')
    const client = await served(world, asking)
    for (const ref of ['unit:harbor/loop', 'unit:harbor/paid'])
      expect(textsOf(await call(client, 'read', { task: 'loop paid', packs: [ref] }))).toEqual([
        expect.stringMatching(/^Not released: unit:harbor\/(?:loop|paid) \((?:human-approval|payment-subscription)\)/),
      ])
    expect(asking.questions).toEqual([])
  })

  test('a client that cannot ask is told what the person can run', async () => {
    const world = doorWorld()
    const client = await connectTo({ knowledge: await world.open(), commands: { cwd: world.cwd }, mayAskPerson: true })
    expect(textsOf(await call(client, 'activate', { pack: 'voice' }))).toEqual([
      'Not released: pack:voice (status-draft). A person can run: lorefence approve pack:voice',
    ])
  })

  test('a yes ends with the session', async () => {
    const world = doorWorld()
    const client = await served(world, pending('2025-11-25'))
    expect(textsOf(await call(client, 'activate', { pack: 'voice' }))[0]).toContain('Speak calmly')
    expect(world.ports.approvals.find('pack:voice')).toEqual([])
    expect((await (await world.open()).guide('voice')).outcome).toBe('refused')
  })
})

describe('an answer belongs to a question that was put', () => {
  type Params = Parameters<Client['callTool']>[0]
  const draft = { name: 'knowledge_activate', arguments: { pack: 'voice' } }
  const isGiven = (reply: unknown): boolean => JSON.stringify(reply).includes('Speak calmly to callers.')

  /** A client of the newest revision that answers by itself, and can be told what. */
  async function manual(
    world = doorWorld(),
  ): Promise<{
    readonly client: Client
    readonly send: (params: object) => Promise<unknown>
    readonly keyOf: (reply: unknown) => string
  }> {
    const client = newClient({ ...speaking('2026-07-28'), capabilities: { elicitation: { form: {} } } })
    await connectTo({ knowledge: await world.open(), commands: { cwd: world.cwd }, mayAskPerson: true }, client)
    return {
      client,
      send: (params) => client.callTool(params as Params, { allowInputRequired: true }),
      keyOf: (reply) => Object.keys((reply as { readonly inputRequests?: object }).inputRequests ?? {})[0] ?? '',
    }
  }

  test('the one that was put, by the call that led to it, once', async () => {
    const { send, keyOf } = await manual()
    const key = keyOf(await send(draft))
    expect(key).toMatch(/^[0-9a-f-]{36}$/)
    expect(isGiven(await send({ ...draft, inputResponses: { [key]: yes } }))).toBe(true)
  })

  test.each([
    ['before any question', (key: string) => ({ ...draft, inputResponses: { [key]: yes } }), ''],
    [
      'under the name of the ref',
      () => ({ ...draft, inputResponses: { 'status pack:voice': yes, 'pack:voice': yes, voice: yes } }),
      'put',
    ],
    [
      'to another tool',
      (key: string) => ({
        name: 'knowledge_read',
        arguments: { task: 'How to speak to callers?', packs: ['voice'] },
        inputResponses: { [key]: yes },
      }),
      'put',
    ],
    [
      'to another call of the tool',
      (key: string) => ({
        name: 'knowledge_activate',
        arguments: { pack: 'pack:voice' },
        inputResponses: { [key]: yes },
      }),
      'put',
    ],
    [
      'among the arguments, where a model writes',
      (key: string) => ({ name: 'knowledge_activate', arguments: { pack: 'voice', inputResponses: { [key]: yes } } }),
      'put',
    ],
    ['as an answer of another kind', (key: string) => ({ ...draft, inputResponses: { [key]: { roots: [] } } }), 'put'],
    [
      'in a wrapper',
      (key: string) => ({ ...draft, inputResponses: { [key]: { method: 'elicitation/create', result: yes } } }),
      'put',
    ],
  ])('not one that comes %s', async (_where, params, state) => {
    const { send, keyOf } = await manual()
    const key = state === 'put' ? keyOf(await send(draft)) : '00000000-0000-4000-8000-000000000000'
    expect(isGiven(await send(params(key)))).toBe(false)
    // What was tried once with the wrong call is used up.
    expect(isGiven(await send(draft))).toBe(false)
  })

  test('not one that was used for another call', async () => {
    const { send, keyOf } = await manual()
    const key = keyOf(await send(draft))
    await send({ name: 'knowledge_activate', arguments: { pack: 'pack:voice' }, inputResponses: { [key]: yes } })
    expect(isGiven(await send({ ...draft, inputResponses: { [key]: yes } }))).toBe(false)
  })

  test('not one of another session', async () => {
    const world = doorWorld()
    const [one, other] = [await manual(world), await manual(world)]
    const key = one.keyOf(await one.send(draft))
    expect(isGiven(await other.send({ ...draft, inputResponses: { [key]: yes } }))).toBe(false)
  })

  test.each(['2025-06-18', '2025-11-25'] as const)(
    "of a client that speaks %s only the person's own: a second call cannot answer for them",
    async (revision) => {
      const client = newClient({ ...speaking(revision), capabilities: { elicitation: { form: {} } } })
      const waiting: ((answer: ElicitResult) => void)[] = []
      const declineAll = (): void => waiting.forEach((answer) => answer({ action: 'decline' }))
      const forged = new Promise((given) => {
        client.setRequestHandler(
          'elicitation/create',
          () =>
            new Promise<ElicitResult>((answer) => {
              waiting.push(answer)
              if (waiting.length > 1) declineAll()
              else
                given(
                  client
                    .callTool({ ...draft, inputResponses: { 'status pack:voice': yes } } as Params)
                    .finally(declineAll),
                )
            }),
        )
      })
      await connectTo({ knowledge: await doorWorld().open(), mayAskPerson: true }, client)
      const asked = await client.callTool(draft)
      expect([isGiven(asked), isGiven(await forged), waiting.length]).toEqual([false, false, 2])
    },
  )
})

describe('a question does not wait for ever', () => {
  const question = { ref: 'pack:voice', path: '/voice', codes: ['status-draft'], sentence: 'It is a draft.' }

  function person() {
    const confirmed: unknown[] = []
    const clock = { now: 0 }
    const knowledge = {
      statusQuestion: () => question,
      confirmStatus: (asked: unknown) => void confirmed.push(asked),
    } as unknown as Knowledge
    const atClient = new ClientQuestions({ knowledge, mayAskPerson: true }, () => clock.now)
    const put = (): string => Object.keys(atClient.ask(['pack:voice'], true, 'call')?.inputRequests ?? {})[0] ?? ''
    const answer = (key: string): void =>
      atClient.acceptAnswers(
        { mcpReq: { inputResponses: { [key]: yes } } } as unknown as Parameters<ClientQuestions['acceptAnswers']>[0],
        'call',
      )
    return { clock, confirmed, put, answer }
  }

  test.each([
    [600_000, [question]],
    [600_001, []],
  ])('after %d ms', (after, expected) => {
    const { clock, confirmed, put, answer } = person()
    const key = put()
    clock.now = after
    answer(key)
    expect(confirmed).toEqual(expected)
  })

  test('of many the oldest are forgotten', () => {
    const { confirmed, put, answer } = person()
    const keys = Array.from({ length: 21 }, put)
    for (const key of keys) answer(key)
    expect([new Set(keys).size, confirmed.length]).toEqual([21, 20])
  })
})

test('a yes to one question opens nothing that was not asked about', async () => {
  const world = doorWorld()
  const knowledge = await world.open()
  const asked = knowledge.statusQuestion('pack:voice')
  if (!asked) throw new Error('nothing to ask')
  knowledge.confirmStatus({ ...asked, codes: ['status-disputed', 'approval-required'] })
  expect((await knowledge.guide('voice')).outcome).toBe('refused')
  knowledge.confirmStatus({ ...asked, path: `${asked.path}-elsewhere` })
  expect((await knowledge.guide('voice')).outcome).toBe('refused')
  knowledge.confirmStatus(asked)
  expect((await knowledge.guide('voice')).outcome).toBe('given')
})
