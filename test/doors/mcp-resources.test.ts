import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { unfence } from '../../src/app/index.ts'
import { doorWorld, packAt } from '../support/door-world.ts'
import { manifestText, unitWith } from '../support/manifest-text.ts'
import { call, connectTo, connectToProgram, newClient, notified, speaking, textsOf } from '../support/mcp-client.ts'
import { recordedText } from '../support/recorded-text.ts'

describe('KCP-221: packs, guides and units as resources', () => {
  test('only what the requester may use is listed', async () => {
    const client = await connectTo({ knowledge: await doorWorld().open() })
    expect((await client.listResources()).resources).toEqual([
      { uri: 'lorefence://guide/kiosk', name: 'guide:kiosk', description: 'Guide of a pack.', mimeType: 'text/plain' },
      { uri: 'lorefence://pack/kiosk', name: 'pack:kiosk', description: 'Metadata of a pack.', mimeType: 'text/plain' },
      {
        uri: 'lorefence://unit/harbor%2Fsetup',
        name: 'unit:harbor/setup',
        description: 'Whole unit of a manifest.',
        mimeType: 'text/plain',
      },
    ])
  })

  test('a unit is read whole, fenced and recorded', async () => {
    const world = doorWorld()
    const knowledge = await world.open()
    const client = await connectTo({ knowledge })
    const { contents } = await client.readResource({ uri: 'lorefence://unit/harbor%2Fsetup' })
    const text = contents.map((content) => ('text' in content ? content.text : '')).join('')
    expect(unfence(text)).toMatchObject([
      {
        element: 'knowledge_manifest',
        text: '[from setup: docs/setup.md]\n# Setup\n\nPlug the kiosk into the mains and wait for the green light.\n',
      },
    ])
    expect(await recordedText(world.ports.receipts)).toContain('"kind":"unit"')
  })

  test('a changed unit is not read', async () => {
    const world = doorWorld()
    writeFileSync(join(world.cwd, 'docs/setup.md'), '# Setup\n\nUNSEEN\n')
    const client = await connectTo({ knowledge: await world.open() })
    await expect(client.readResource({ uri: 'lorefence://unit/harbor%2Fsetup' })).rejects.toThrow(
      /^(?!.*UNSEEN).*Not released: unit:harbor\/setup \(changed\)/,
    )
  })

  test('1,000 units come in pages, each once', async () => {
    const units = Array.from({ length: 1000 }, (_, i) => unitWith({ id: `u${i}`, path: 'setup.md' }))
    const world = doorWorld({ 'knowledge.yaml': manifestText({}, ...units), 'setup.md': '# Setup\n' })
    const client = await connectTo({ knowledge: await world.open() })
    const pages: number[] = []
    const seen = new Set<string>()
    let cursor: string | undefined
    do {
      const page = await client.request({ method: 'resources/list', params: cursor === undefined ? {} : { cursor } })
      pages.push(page.resources.length)
      for (const { uri } of page.resources) seen.add(uri)
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect(pages).toEqual(Array.from({ length: 10 }, () => 100))
    expect(seen.size).toBe(1000)
  })

  test('names are completed in templates and in the prompt', async () => {
    const client = await connectTo({ knowledge: await doorWorld().open() })
    expect((await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'lorefence://pack/{name}',
      'lorefence://guide/{name}',
      'lorefence://unit/{name}',
    ])
    const complete = async (ref: Parameters<typeof client.complete>[0]['ref'], name: string, value: string) =>
      (await client.complete({ ref, argument: { name, value } })).completion.values
    expect(await complete({ type: 'ref/resource', uri: 'lorefence://unit/{name}' }, 'name', 'set')).toEqual([
      'harbor/setup',
    ])
    expect(await complete({ type: 'ref/prompt', name: 'explore' }, 'pack', 'ki')).toEqual(['kiosk'])
    expect(await complete({ type: 'ref/prompt', name: 'explore' }, 'pack', 'stranger')).toEqual([])
  })

  test('the prompt explores a topic with fenced text', async () => {
    const client = await connectTo({ knowledge: await doorWorld().open() })
    const { messages } = await client.getPrompt({
      name: 'explore',
      arguments: { topic: 'How long does the battery last?' },
    })
    const texts = messages.map(({ content }) => (content.type === 'text' ? content.text : ''))
    expect(texts[0]).toContain('Explore what the knowledge here contains on: How long does the battery last?')
    expect(unfence(texts[1] ?? '')).toHaveLength(1)
  })
})

describe('AK-203: changes on the disk reach the client', () => {
  test('tools and resources change when a first pack appears, is granted and goes', async () => {
    const world = doorWorld({ '.agents/knowledge/README.md': '# Packs\n' })
    const client = await connectToProgram(world.cwd, world.env)
    expect((await client.listTools()).tools).toEqual([])
    const appeared = notified(client, 'notifications/tools/list_changed')
    writePack(world.cwd, 'refunds')
    await appeared
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'knowledge_catalog',
      'knowledge_activate',
      'knowledge_read',
      'knowledge_explain',
      'knowledge_evidence',
    ])
    expect((await client.listResources()).resources).toEqual([])
    const granted = notified(client, 'notifications/resources/list_changed')
    world.grant()
    await granted
    expect((await client.listResources()).resources).toHaveLength(2)
    expect(textsOf(await call(client, 'catalog'))[0]).toContain('refunds: ')
    const gone = notified(client, 'notifications/tools/list_changed')
    rmSync(join(world.cwd, '.agents/knowledge/refunds'), { recursive: true })
    await gone
    expect((await client.listTools()).tools).toEqual([])
  })

  test('a subscriber of the newest revision hears of it', async () => {
    const world = doorWorld()
    const knowledge = await world.open()
    await new Promise<void>((heard) => {
      const client = newClient({
        ...speaking('2026-07-28'),
        listChanged: { resources: { autoRefresh: false, onChanged: () => heard() } },
      })
      void connectTo({ knowledge }, client).then(() => writePack(world.cwd, 'refunds'))
    })
  })
})

function writePack(cwd: string, name: string): void {
  for (const [path, text] of Object.entries(packAt(name))) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
}
