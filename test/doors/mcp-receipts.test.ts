import type { Client } from '@modelcontextprotocol/client'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listReceipts } from '../../src/app/index.ts'
import { doorWorld } from '../support/door-world.ts'
import { call, connectTo, textsOf } from '../support/mcp-client.ts'

const digestOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`
const resource = async (client: Client, uri: string): Promise<string> =>
  (await client.readResource({ uri })).contents.map((content) => ('text' in content ? content.text : '')).join('')
const tool = async (client: Client, name: string, args: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  textsOf(await call(client, name, args))[0] ?? ''

/** Everything that gives a model fenced text, but `explain`, which gives none of a pack or manifest, and `query`, whose receipt is of its results. */
const ways: Readonly<Record<string, (client: Client) => Promise<string>>> = {
  'the tool catalog': (client) => tool(client, 'catalog'),
  'the tool catalog, narrowed': (client) => tool(client, 'catalog', { filter: 'kiosk' }),
  'the tool activate': (client) => tool(client, 'activate', { pack: 'kiosk' }),
  'the tool read': (client) => tool(client, 'read', { task: 'How long does the battery last?' }),
  'the tool evidence': (client) => tool(client, 'evidence', { pack: 'kiosk', section: 'compiled/facts.md#battery' }),
  'the resource of a pack': (client) => resource(client, 'lorefence://pack/kiosk'),
  'the resource of a guide': (client) => resource(client, 'lorefence://guide/kiosk'),
  'the resource of a unit': (client) => resource(client, 'lorefence://unit/harbor%2Fsetup'),
  'the prompt explore': async (client) =>
    (await client.getPrompt({ name: 'explore', arguments: { topic: 'How long does the battery last?' } })).messages.map(
      ({ content }) => (content.type === 'text' ? content.text : ''),
    )[1] ?? '',
}

describe('AK-344: what a model is given over MCP is recorded first', () => {
  test.each(Object.entries(ways))(
    '%s: one receipt, of exactly these bytes, that replays to them',
    async (_name, ask) => {
      const world = doorWorld()
      const knowledge = await world.open()
      const text = await ask(await connectTo({ knowledge }))
      expect(text).not.toBe('')
      const { receipts } = await listReceipts(world.ports.receipts)
      expect(receipts.map(({ fencedDigest }) => fencedDigest)).toEqual([digestOf(text)])
      expect(await knowledge.replay(receipts[0]?.id ?? '')).toMatchObject({ outcome: 'same', fenced: text, drift: [] })
    },
  )

  test.each(Object.entries(ways))('%s: nothing is given where the receipt cannot be kept', async (_name, ask) => {
    const world = doorWorld()
    const receipts = {
      ...world.ports.receipts,
      append: () => {
        throw new Error('the disk is full')
      },
    }
    const client = await connectTo({
      knowledge: await world.open({ ports: { ...world.ports, receipts } }),
      commands: { cwd: world.cwd },
    })
    const said = await ask(client).catch(String)
    expect(said).toContain('the disk is full')
    expect(said).not.toMatch(/kiosk|battery|mains/i)
  })

  test('the list names its receipt beside the text', async () => {
    const world = doorWorld()
    const reply = await call(await connectTo({ knowledge: await world.open() }), 'catalog')
    expect(reply._meta?.['lorefence/facts']).toMatchObject({
      receipt: (await listReceipts(world.ports.receipts)).receipts[0]?.id,
    })
  })
})
