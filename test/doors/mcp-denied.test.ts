import { describe, expect, test } from 'vitest'
import type { Requester } from '../../src/app/index.ts'
import { doorWorld, packAt } from '../support/door-world.ts'
import { manifestText, unitWith, type Fields } from '../support/manifest-text.ts'
import { call, connectTo, factsOf, textsOf } from '../support/mcp-client.ts'

type Client = Awaited<ReturnType<typeof connectTo>>

const denied: Readonly<Record<string, Fields>> = {
  access: { access: 'restricted', auth_scope: 'board' },
  sensitivity: { sensitivity: 'confidential' },
  visibility: { sensitivity: 'public', visibility: { default: 'confidential', conditions: [] } },
  compliance: { sensitivity: 'public', compliance: { restrictions: ['no-external-llm'] } },
  residency: { sensitivity: 'public', compliance: { data_residency: ['EU'] } },
  authority: { sensitivity: 'public', authority: { read: 'denied' } },
  delegation: { sensitivity: 'public', delegation: { max_depth: 0 } },
}

const asking: Fields = {
  id: 'draftplan',
  path: 'draftplan.md',
  intent: 'Which harbour do we purchase?',
  sensitivity: 'public',
  authority: { read: 'requires_approval' },
}

const treeWith = (secret: Fields, ...more: readonly Fields[]): Readonly<Record<string, string>> => ({
  ...packAt('kiosk'),
  'knowledge.yaml': manifestText(
    {},
    unitWith({ path: 'setup.md', sensitivity: 'public' }),
    unitWith(asking),
    unitWith({ id: 'secretplan', path: 'secretplan.md', intent: 'Secret plan of merger', ...secret }),
    ...more,
  ),
  'setup.md': '# Setup\n\nPlug the kiosk in.\n',
  'draftplan.md': '# Draft\n\nThe northern one.\n',
  'secretplan.md': '# Secret\n\nUNSEEN merger.\n',
})

async function clientOf(
  tree: Readonly<Record<string, string>>,
  { requester = {}, local = true }: { readonly requester?: Requester; readonly local?: boolean } = {},
): Promise<Client> {
  const world = doorWorld(tree)
  return connectTo({ knowledge: await world.open({ requester }), ...(local ? { commands: { cwd: world.cwd } } : {}) })
}

/** Every tool and resource that takes a name. */
const naming: Readonly<Record<string, (client: Client, name: string) => Promise<unknown>>> = {
  activate: (client, name) => call(client, 'activate', { pack: name }),
  read: (client, name) => call(client, 'read', { task: 'How do I set up a kiosk?', packs: [name] }),
  'read with another': (client, name) =>
    call(client, 'read', { task: 'How do I set up a kiosk?', packs: ['setup', name], again: true }),
  'catalog of a ref': (client, name) => call(client, 'catalog', { ref: name }),
  'catalog with a filter': (client, name) => call(client, 'catalog', { filter: name }),
  evidence: (client, name) => call(client, 'evidence', { pack: name }),
  explain: (client, name) => call(client, 'explain', { ref: name }),
  query: (client, name) => call(client, 'query', { terms: [name] }),
  'resource unit': (client, name) => resource(client, `lorefence://unit/${encodeURIComponent(name)}`),
  'resource pack': (client, name) => resource(client, `lorefence://pack/${encodeURIComponent(name)}`),
  'resource guide': (client, name) => resource(client, `lorefence://guide/${encodeURIComponent(name)}`),
}

const resource = (client: Client, uri: string): Promise<unknown> =>
  client
    .readResource({ uri })
    .catch((error: unknown) => JSON.parse(JSON.stringify({ ...(error as object), message: String(error) })) as unknown)

/** What a client sees, but for the id of the record and the name that it wrote itself. */
const seen = (reply: unknown, name: string): string =>
  JSON.stringify(reply)
    .replaceAll(encodeURIComponent(name), 'NAME')
    .replaceAll(name, 'NAME')
    .replace(/r-[\w-]{8,}/g, 'RECEIPT')

describe.each(Object.entries(denied))('a unit that %s denies is to a model the same as none', (_, secret) => {
  test.each(Object.entries(naming))('%s', async (_tool, ask) => {
    for (const local of [true, false]) {
      const client = await clientOf(treeWith(secret), { local })
      for (const [written, nothing] of [
        ['secretplan', 'nosuchplan'],
        ['unit:secretplan', 'unit:nosuchplan'],
        ['unit:harbor/secretplan', 'unit:harbor/nosuchplan'],
        ['harbor/secretplan', 'harbor/nosuchplan'],
      ] as const) {
        expect(seen(await ask(client, written), written)).toBe(seen(await ask(client, nothing), nothing))
      }
    }
  })

  test('and nothing depends on what it says of itself', async () => {
    const other = { intent: 'Bread and butter', triggers: ['bread'], audience: ['human'], hints: { token_estimate: 9 } }
    const [one, two] = [await clientOf(treeWith(secret)), await clientOf(treeWith({ ...secret, ...other }))]
    const requests: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ...['mer', 'secret', 'bread', 'kiosk', ''].flatMap(
        (term) =>
          [
            ['query', { terms: [term] }],
            ['query', { terms: [term], audience: 'human' }],
            ['query', { terms: [term], max_token_budget: 1 }],
            ['query', { terms: [term], limit: 1 }],
            ['read', { task: term }],
          ] as const,
      ),
      ['catalog', {}],
      ['catalog', { ref: 'harbor' }],
      ['activate', { pack: 'harbor' }],
    ]
    for (const [tool, args] of requests)
      expect([tool, args, seen(await call(one, tool, args), '\0')]).toEqual([
        tool,
        args,
        seen(await call(two, tool, args), '\0'),
      ])
  })
})

describe('what a model may know of', () => {
  test('with the clearance the same unit is there', async () => {
    const client = await clientOf(treeWith({ sensitivity: 'confidential' }), {
      requester: { clearance: 'confidential' },
    })
    expect(factsOf(await call(client, 'query', { terms: ['mer'] }))).toMatchObject({ refs: ['unit:harbor/secretplan'] })
    expect(textsOf(await call(client, 'activate', { pack: 'secretplan' })).join()).toContain('UNSEEN merger')
  })

  test('a unit that waits for a person is named with what that person can run, and its intent cannot be searched', async () => {
    const client = await clientOf(treeWith({ sensitivity: 'confidential' }))
    for (const tool of ['activate', 'read', 'explain'] as const) {
      const text = textsOf((await naming[tool]?.(client, 'draftplan')) as Awaited<ReturnType<typeof call>>).join('\n')
      expect(text).toMatch(
        /unit:harbor\/draftplan \(authority-requires-approval\)\. A person can run: lorefence approve/,
      )
    }
    expect(seen(await call(client, 'query', { terms: ['purchase'] }), '\0')).toBe(
      seen(await call(client, 'query', { terms: ['nosuchword'] }), '\0'),
    )
  })

  test('a person is told everything', async () => {
    const knowledge = await doorWorld(treeWith({ sensitivity: 'confidential' })).open({ requester: {} })
    expect(await knowledge.explain('secretplan')).toMatchObject({
      ref: 'unit:harbor/secretplan',
      verdict: 'deny',
      reasons: expect.arrayContaining([expect.objectContaining({ code: 'clearance-unknown' })]),
    })
    expect((await knowledge.query({ terms: ['mer'] })).omitted_counts).toEqual({ refused: 1 })
  })
})

describe('hiding a unit opens nothing', () => {
  test('another unit of its file, or a later one of its id, is hidden with it', async () => {
    const client = await clientOf(
      treeWith(
        { sensitivity: 'confidential' },
        unitWith({ id: 'alias', path: 'secretplan.md', sensitivity: 'public' }),
        unitWith({ id: 'secretplan', path: 'setup.md', intent: 'Later one', sensitivity: 'public' }),
      ),
    )
    for (const name of ['alias', 'secretplan'])
      expect(seen(await call(client, 'activate', { pack: name }), name)).toBe(
        seen(await call(client, 'activate', { pack: 'nope' }), 'nope'),
      )
    expect(factsOf(await call(client, 'catalog', { ref: 'harbor' }))).toMatchObject({
      refs: ['unit:harbor/setup', 'unit:harbor/draftplan'],
    })
  })

  test('a pack whose folder holds its file does not give that file', async () => {
    const file = '.agents/knowledge/kiosk/compiled/secret.md'
    const tree = {
      ...treeWith({ sensitivity: 'confidential', path: file }),
      [file]: '# Battery\n\nUNSEEN battery of the merger lasts nine hours.\n',
    }
    const open = await clientOf(tree, { requester: { clearance: 'confidential' } })
    const closed = await clientOf(tree)
    const answer = async (client: Client): Promise<string> =>
      JSON.stringify(
        await call(client, 'read', { task: 'How long lasts the battery of the merger?', packs: ['pack:kiosk'] }),
      )
    expect(await answer(open)).toContain('UNSEEN')
    expect(await answer(closed)).not.toContain('UNSEEN')
  })
})
