import type { CallToolResult } from '@modelcontextprotocol/client'
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { unfence } from '../../src/app/index.ts'
import { doorWorld, packAt, type DoorWorld } from '../support/door-world.ts'
import { call, connectTo, connectToProgram, textsOf } from '../support/mcp-client.ts'

interface Asked {
  readonly task: string
  readonly packs?: readonly string[]
  readonly budget?: number
}

/** One way in; every one gives the same bytes for the same input. */
interface Doorway {
  list(): Promise<string>
  units(manifest: string): Promise<Got>
  activate(pack: string): Promise<Got>
  read(asked: Asked): Promise<Got>
  evidence(pack: string, claim: string): Promise<Got>
}

interface Got {
  readonly fenced: string
  /** All else that was said. */
  readonly said: string
}

const doorways: Readonly<Record<string, (world: DoorWorld) => Promise<Doorway>>> = {
  async library(world) {
    const knowledge = await world.open()
    const got = (result: object): Got => ({
      fenced: 'fenced' in result ? String(result.fenced) : '',
      said: JSON.stringify(result),
    })
    return {
      list: async () => (await knowledge.list({ maxTokens: 2000 })).fenced,
      units: async (manifest) => got(await knowledge.units(manifest)),
      activate: async (pack) => got(await knowledge.activate(pack)),
      read: async (asked) => got(await knowledge.read(asked)),
      evidence: async (pack, claim) => got(await knowledge.evidence(pack, { claim })),
    }
  },
  async cli({ cwd, env }) {
    const run = (...args: readonly string[]): Got => {
      const { stdout, stderr } = spawnSync(process.execPath, [resolve('dist/cli.js'), ...args, '--no-user'], {
        cwd,
        env: { ...env },
        encoding: 'utf8',
        timeout: 20_000,
      })
      return { fenced: stdout.replace(/\n$/, ''), said: stderr }
    }
    return {
      list: async () => run('catalog', '--format', 'prompt', '--max-tokens', '2000').fenced,
      units: async (manifest) => run('catalog', manifest, '--format', 'prompt'),
      activate: async (pack) => run('activate', pack),
      read: async ({ task, packs = [], budget }) =>
        run(
          'read',
          task,
          ...packs.flatMap((pack) => ['--pack', pack]),
          ...(budget === undefined ? [] : ['--budget', String(budget)]),
        ),
      evidence: async (pack, claim) => run('evidence', pack, '--claim', claim),
    }
  },
  async 'mcp in process'(world) {
    const client = await connectTo({ knowledge: await world.open(), commands: { cwd: world.cwd } })
    return overMcp((name, args) => call(client, name, args))
  },
  async 'mcp over stdio'({ cwd, env }) {
    const client = await connectToProgram(cwd, env)
    return overMcp((name, args) => call(client, name, args))
  },
}

function overMcp(run: (name: string, args: Readonly<Record<string, unknown>>) => Promise<CallToolResult>): Doorway {
  const got = async (name: string, args: Readonly<Record<string, unknown>>): Promise<Got> => {
    const texts = textsOf(await run(name, args))
    const fenced = texts.filter((text) => unfence(text).length > 0)
    return { fenced: fenced.join('\n'), said: texts.filter((text) => !fenced.includes(text)).join('\n') }
  }
  return {
    list: async () => textsOf(await run('catalog', {}))[0] ?? '',
    units: (manifest) => got('catalog', { ref: manifest }),
    activate: (pack) => got('activate', { pack }),
    read: (asked) => got('read', { ...asked }),
    evidence: (pack, claim) => got('evidence', { pack, claim }),
  }
}

/** What each way in says, by its name. */
async function everywhere<T>(
  world: DoorWorld,
  ask: (doorway: Doorway) => Promise<T>,
): Promise<Readonly<Record<string, T>>> {
  const said: Record<string, T> = {}
  for (const [name, open] of Object.entries(doorways)) said[name] = await ask(await open(world))
  return said
}

function expectSame(said: Readonly<Record<string, Got>>): string {
  const [first = ''] = Object.values(said).map(({ fenced }) => fenced)
  expect(Object.fromEntries(Object.entries(said).map(([name, { fenced }]) => [name, fenced]))).toEqual(
    Object.fromEntries(Object.keys(said).map((name) => [name, first])),
  )
  return first
}

describe('AK-344: library, command line and MCP give the same fenced bytes', () => {
  test('a list', async () => {
    const said = await everywhere(doorWorld(), (doorway) => doorway.list())
    expect(new Set(Object.values(said)).size).toBe(1)
    expect(said['library']).toContain('kiosk: Battery, screen and warranty facts')
    expect(said['library']).toContain('stranger (needs approval)')
    expect(said['library']).toContain('manifest:harbor: 1 unit: How is a kiosk set up?\n')
    expect(said['library']).not.toContain('UNSEEN')
  })

  test('the units of a manifest, without those above the clearance', async () => {
    const fenced = expectSame(await everywhere(doorWorld(), (doorway) => doorway.units('manifest:harbor')))
    expect(fenced).toContain('Units 1–1 of 1:\nunit:harbor/setup: How is a kiosk set up?\n')
    expect(expectSame(await everywhere(doorWorld(), (doorway) => doorway.activate('manifest:harbor')))).toBe(fenced)
  })

  test('KCP-221: a whole unit', async () => {
    expect(expectSame(await everywhere(doorWorld(), (doorway) => doorway.activate('unit:harbor/setup')))).toContain(
      '[from setup: docs/setup.md]\n# Setup\n\nPlug the kiosk into the mains and wait for the green light.\n',
    )
    expect(expectSame(await everywhere(doorWorld(), (doorway) => doorway.activate('unit:harbor/payroll')))).toBe('')
  })

  test('AK-345: a guide', async () => {
    expect(expectSame(await everywhere(doorWorld(), (doorway) => doorway.activate('kiosk')))).toContain(
      'Support knowledge about the kiosk.',
    )
  })

  test('AK-345: an answer', async () => {
    expect(
      expectSame(await everywhere(doorWorld(), (doorway) => doorway.read({ task: 'How long does the battery last?' }))),
    ).toContain('The battery lasts nine hours.')
  })

  test('an answer from units', async () => {
    expect(
      expectSame(
        await everywhere(doorWorld(), (doorway) =>
          doorway.read({ task: 'How is a kiosk set up?', packs: ['unit:harbor/setup'] }),
        ),
      ),
    ).toContain('wait for the green light')
  })

  test('AK-345: what stands behind a claim', async () => {
    const map =
      '{"claims": [{"claim_id": "c1", "text": "The battery lasts nine hours.", "status": "confirmed", "source": {"path": "sources/sheet.md", "anchor": "L3"}, "compiled_into": ["compiled/facts.md"]}]}\n'
    const world = doorWorld({
      ...packAt('kiosk'),
      '.agents/knowledge/kiosk/sources/sheet.md': '# Sheet\n\nBattery: nine hours.\n',
      '.agents/knowledge/kiosk/indexes/source-map.json': map,
    })
    expect(expectSame(await everywhere(world, (doorway) => doorway.evidence('kiosk', 'c1')))).toContain(
      'Battery: nine hours.',
    )
  })

  test('refused: a pack that nobody granted gives nothing, and the person is told what to run', async () => {
    const said = await everywhere(doorWorld(), (doorway) => doorway.activate('stranger'))
    expect(expectSame(said)).toBe('')
    expect(JSON.stringify(said)).not.toContain('UNSEEN')
    expect(said['mcp over stdio']?.said).toBe(
      'Not released: pack:stranger (approval-required). A person can run: lorefence trust .',
    )
    expect(said['mcp in process']?.said).toBe(said['mcp over stdio']?.said)
  })

  test('refused: a unit above the clearance gives nothing, and a model is not told that it is there', async () => {
    const said = await everywhere(doorWorld(), (doorway) =>
      doorway.read({ task: 'Who earns what?', packs: ['unit:harbor/payroll'] }),
    )
    expect(expectSame(said)).toBe('')
    expect(JSON.stringify(said)).not.toContain('UNSEEN')
    expect(said['mcp in process']?.said).toBe(
      'Nothing has that name; paths are not names. Call knowledge_catalog for the names.',
    )
  })

  test('asked: a draft waits for a person', async () => {
    const said = await everywhere(doorWorld(), (doorway) =>
      doorway.read({ task: 'How does the desk speak?', packs: ['voice'] }),
    )
    expect(expectSame(said)).toBe('')
    expect(said['mcp in process']?.said).toBe(
      'Not released: pack:voice (status-draft). A person can run: lorefence approve pack:voice',
    )
  })

  test('narrowed: a small budget gives less, and says so', async () => {
    const long = Array.from(
      { length: 40 },
      (_, i) => `## Battery ${i}\n\nBattery number ${i} lasts ${i} hours in the cold and needs care number ${i}.\n`,
    ).join('\n')
    const world = doorWorld({ ...packAt('kiosk'), '.agents/knowledge/kiosk/compiled/facts.md': `# Facts\n\n${long}` })
    const said = await everywhere(world, (doorway) =>
      doorway.read({ task: 'How long does each battery last in the cold?', budget: 250 }),
    )
    expect(expectSame(said)).not.toBe('')
    expect(said['mcp over stdio']?.said).toMatch(
      /^\d+ more did not fit\. Narrow the task, name packs, or raise the budget\.$/,
    )
  })

  test('reloaded: what appears on the disk is there for the next one who asks', async () => {
    const world = doorWorld()
    const before = await everywhere(world, (doorway) => doorway.activate('refunds'))
    expect(expectSame(before)).toBe('')
    for (const [path, text] of Object.entries(packAt('refunds', {}, '# Refunds\n\nWithin 30 days.\n'))) {
      mkdirSync(resolve(world.cwd, path, '..'), { recursive: true })
      writeFileSync(resolve(world.cwd, path), text)
    }
    world.grant()
    expect(expectSame(await everywhere(world, (doorway) => doorway.activate('refunds')))).toContain('Within 30 days.')
  })
})
