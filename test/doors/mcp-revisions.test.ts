import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mcpHandler, type McpHandler } from '../../src/mcp.ts'
import { doorWorld, type DoorWorld } from '../support/door-world.ts'
import { call, connectToProgram, newClient, revisions, speaking, textsOf } from '../support/mcp-client.ts'
import { recordedText } from '../support/recorded-text.ts'

const address = new URL('http://knowledge.example/mcp')

async function handlerFor({ cwd, ports }: DoorWorld): Promise<McpHandler> {
  const handler = await mcpHandler({ roots: [cwd], ports, allowedHosts: ['knowledge.example'] })
  onTestFinished(() => handler.close())
  return handler
}

const through =
  (handler: McpHandler) =>
  (url: string | URL, init?: RequestInit): Promise<Response> =>
    handler.fetch(new Request(url, init))

describe('clients of every revision in the field', () => {
  test.each(revisions)('a client that speaks %s reads through the handler', async (revision) => {
    const world = doorWorld()
    const client = newClient(speaking(revision))
    await client.connect(new StreamableHTTPClientTransport(address, { fetch: through(await handlerFor(world)) }))
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    expect((await client.listTools()).tools).toHaveLength(6)
    const [fenced] = textsOf(await call(client, 'read', { task: 'How long does the battery last?', packs: ['kiosk'] }))
    expect(fenced).toBe(
      (await (await world.open()).read({ task: 'How long does the battery last?', packs: ['kiosk'] })).fenced,
    )
  })

  test.each(revisions)('a client that speaks %s reads over stdio', async (revision) => {
    const { cwd, env } = doorWorld()
    const client = await connectToProgram(cwd, env, { client: newClient(speaking(revision)) })
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    expect(textsOf(await call(client, 'read', { task: 'How long does the battery last?' }))[0]).toContain(
      'The battery lasts nine hours.',
    )
  })

  test('a client of the old library lists, reads and looks at resources', async () => {
    const client = new OldClient({ name: 'old', version: '1.0.0' })
    onTestFinished(() => client.close())
    await client.connect(
      new OldTransport(address, { fetch: through(await handlerFor(doorWorld())) }) as Parameters<
        OldClient['connect']
      >[0],
    )
    expect((await client.listTools()).tools).toHaveLength(6)
    const reply = await client.callTool({
      name: 'knowledge_read',
      arguments: { task: 'How long does the battery last?' },
    })
    expect(JSON.stringify(reply.content)).toContain('The battery lasts nine hours.')
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain('lorefence://guide/kiosk')
  })
})

describe('a requester on another machine', () => {
  test('is cleared for what is public only, and told no command of this machine', async () => {
    const client = newClient()
    await client.connect(new StreamableHTTPClientTransport(address, { fetch: through(await handlerFor(doorWorld())) }))
    expect(textsOf(await call(client, 'activate', { pack: 'stranger' }))).toEqual([
      'Not released: pack:stranger (approval-required). Only the operator can change that.',
    ])
    expect(textsOf(await call(client, 'read', { task: 'Who earns what?', packs: ['unit:harbor/payroll'] }))).toEqual([
      'Nothing has that name; paths are not names. Call knowledge_catalog for the names.',
    ])
  })

  test('AK-348: sees no absolute path, wherever the roots are', async () => {
    const world = doorWorld()
    const handler = await mcpHandler({
      roots: [
        world.cwd,
        {
          path: `${world.cwd}/.agents/knowledge`,
          scope: 'explicit',
          bare: true,
          shown: `${world.cwd}/.agents/knowledge`,
        },
      ],
      ports: world.ports,
      allowedHosts: ['knowledge.example'],
    })
    onTestFinished(() => handler.close())
    const client = newClient()
    await client.connect(new StreamableHTTPClientTransport(address, { fetch: through(handler) }))
    const said = [
      await call(client, 'catalog'),
      await call(client, 'activate', { pack: 'kiosk' }),
      await call(client, 'activate', { pack: 'stranger' }),
      await call(client, 'read', { task: 'How long does the battery last?' }),
      await call(client, 'query', { terms: ['set up'] }),
      await call(client, 'explain', { ref: 'kiosk' }),
      await call(client, 'explain', { ref: 'stranger' }),
      await call(client, 'evidence', { pack: 'kiosk' }),
      await client.listResources(),
      await client.readResource({ uri: 'lorefence://pack/kiosk' }),
      await client.readResource({ uri: 'lorefence://guide/kiosk' }),
      await client.readResource({ uri: 'lorefence://unit/harbor%2Fsetup' }),
    ]
    expect(JSON.stringify(said)).not.toContain(world.cwd)
    expect(JSON.stringify(said)).not.toContain(world.env['HOME'])
  })

  test('hears that something failed, and the operator why', async () => {
    const world = doorWorld()
    const heard: string[] = []
    const receipts = {
      ...world.ports.receipts,
      append: () => {
        throw new Error(`the disk below ${world.cwd} is full`)
      },
    }
    const handler = await mcpHandler({
      roots: [world.cwd],
      ports: { ...world.ports, receipts },
      allowedHosts: ['knowledge.example'],
      onTrouble: (message) => void heard.push(message),
    })
    onTestFinished(() => handler.close())
    const client = newClient()
    await client.connect(new StreamableHTTPClientTransport(address, { fetch: through(handler) }))
    expect(await call(client, 'read', { task: 'How long does the battery last?' })).toMatchObject({
      isError: true,
      content: [{ text: 'The server cannot do this now; its operator can read why.' }],
    })
    expect(heard).toEqual([`the disk below ${world.cwd} is full`])
  })

  test('has only a keyed hash of its task recorded', async () => {
    const world = doorWorld()
    const client = newClient()
    await client.connect(new StreamableHTTPClientTransport(address, { fetch: through(await handlerFor(world)) }))
    await call(client, 'read', { task: 'How long does the battery last?' })
    const kept = await recordedText(world.ports.receipts)
    expect(kept).toContain('"taskHash"')
    expect(kept).not.toContain('How long does the battery')
  })
})
