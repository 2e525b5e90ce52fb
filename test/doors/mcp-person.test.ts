import type { Client, ElicitResult } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { doorWorld, packAt, type DoorWorld } from '../support/door-world.ts'
import { manifestText, unitWith } from '../support/manifest-text.ts'
import { call, connectTo, newClient, revisions, speaking, textsOf, type Revision } from '../support/mcp-client.ts'

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
    expect(textsOf(await call(client, 'read', { task: 'How to speak to callers?', packs: ['voice'] }))[0]).toContain('A person approved it for this session.')
    expect(asking.questions).toEqual(['pack:voice: It is a draft. Use it in this session?'])
    const kept = world.ports.receipts.segments().map((name) => world.ports.receipts.segment(name)).join('')
    expect(kept).toContain('"approvedBy":"client"')
  })

  test('and takes no for an answer', async () => {
    const asking = askingClient(revision, [{ action: 'decline' }, yes])
    const client = await served(doorWorld(), asking)
    for (let i = 0; i < 2; i++) expect(textsOf(await call(client, 'activate', { pack: 'voice' }))).toEqual(['Not given: pack:voice (status-draft). A person can run: lorefence approve pack:voice'])
    expect(asking.questions).toHaveLength(1)
  })

  test.each([{ action: 'accept', content: { use: false } }, { action: 'accept', content: {} }, { action: 'cancel' }] as const)('%j is not a yes', async (answer) => {
    const client = await served(doorWorld(), askingClient(revision, [answer as ElicitResult]))
    expect(textsOf(await call(client, 'activate', { pack: 'voice' }))).toEqual([expect.stringMatching(/^Not given: pack:voice \(status-draft\)/)])
  })
})

describe('AK-347: what a client never asks', () => {
  const pending = (revision: Revision): Asking => askingClient(revision, [yes, yes, yes])

  test('anything, unless the operator allowed it', async () => {
    const asking = pending('2026-07-28')
    const client = await served(doorWorld(), asking, false)
    expect(textsOf(await call(client, 'activate', { pack: 'voice' }))).toEqual([expect.stringMatching(/^Not given/)])
    expect(asking.questions).toEqual([])
  })

  test('trust, also where the status asks as well', async () => {
    const world = doorWorld(packAt('stranger', { status: 'draft' }, '# Stranger\n\nUNSEEN\n'))
    const asking = pending('2025-11-25')
    const client = await served(world, asking)
    expect(textsOf(await call(client, 'activate', { pack: 'stranger' }))).toEqual([expect.stringMatching(/^Not given: pack:stranger \(approval-required\)/)])
    expect(asking.questions).toEqual([])
  })

  test('a person in the loop, or payment', async () => {
    const world = doorWorld({
      'knowledge.yaml': manifestText({}, unitWith({ id: 'loop', path: 'loop.md', delegation: { human_in_the_loop: { required: true } } }), unitWith({ id: 'paid', path: 'paid.md', payment: { default_tier: 'subscription' } })),
      'loop.md': '# Loop\n\nUNSEEN\n',
      'paid.md': '# Paid\n\nUNSEEN\n',
    })
    const asking = pending('2026-07-28')
    const client = await served(world, asking)
    for (const ref of ['unit:harbor/loop', 'unit:harbor/paid']) expect(textsOf(await call(client, 'read', { task: 'loop paid', packs: [ref] }))).toEqual([expect.stringMatching(/^Not given: unit:harbor\/(?:loop|paid) \((?:human-approval|payment-subscription)\)/)])
    expect(asking.questions).toEqual([])
  })

  test('a client that cannot ask is told what the person can run', async () => {
    const world = doorWorld()
    const client = await connectTo({ knowledge: await world.open(), commands: { cwd: world.cwd }, mayAskPerson: true })
    expect(textsOf(await call(client, 'activate', { pack: 'voice' }))).toEqual(['Not given: pack:voice (status-draft). A person can run: lorefence approve pack:voice'])
  })

  test('an answer to a question that nobody asked is nobody\'s word', async () => {
    const world = doorWorld()
    const client = await connectTo({ knowledge: await world.open(), commands: { cwd: world.cwd }, mayAskPerson: true }, newClient(speaking('2026-07-28')))
    const reply = await client.callTool({ name: 'activate', arguments: { pack: 'voice' }, inputResponses: { 'status pack:voice': yes } } as Parameters<Client['callTool']>[0])
    expect(JSON.stringify(reply)).toContain('Not given: pack:voice (status-draft)')
  })

  test('a yes ends with the session', async () => {
    const world = doorWorld()
    const client = await served(world, pending('2025-11-25'))
    expect(textsOf(await call(client, 'activate', { pack: 'voice' }))[0]).toContain('Speak calmly')
    expect(world.ports.approvals.find('pack:voice')).toEqual([])
    expect((await (await world.open()).guide('voice')).outcome).toBe('refused')
  })
})
