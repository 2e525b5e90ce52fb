import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Knowledge } from '../../../src/index.ts'
import { reportLaterScans } from '../../../src/serve/cli/opening.ts'
import { main } from '../../../src/serve/cli/main.ts'
import { doorWorld, type DoorWorld } from '../../support/door-world.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { call, connectTo, textsOf } from '../../support/mcp-client.ts'

const task = 'How is SELinux enabled in containerd?'

/** Two granted units. */
function cluster(): DoorWorld {
  const unit = (id: string, intent: string) => unitWith({ id, path: `docs/${id}.md`, intent, sensitivity: 'public' })
  return doorWorld({
    'knowledge.yaml': manifestText(
      {},
      unit('selinux', 'How is SELinux enabled?'),
      unit('backup', 'How is a cluster saved?'),
    ),
    'docs/selinux.md': '# SELinux\n\nSELinux in containerd is enabled with enable_selinux.\n',
    'docs/backup.md': '# Backup\n\nA cluster is saved with the command backup.\n',
  })
}

/** What a model on another machine is told. */
async function told(knowledge: Knowledge, args: Readonly<Record<string, unknown>>): Promise<string> {
  const client = await connectTo({ knowledge })
  return textsOf(await call(client, 'read', args)).join('\n')
}

describe('a granted file that is gone', () => {
  test('is not denied to a model, which is told that not everything was searched', async () => {
    const world = cluster()
    rmSync(join(world.cwd, 'docs/selinux.md'))
    expect(await told(await world.open(), { task })).toBe(
      'Not everything was searched: 1 missing or unreadable. Only the operator can change that. ' +
        'No searched text contains: SELinux, enabled, containerd. Ask again with other words for that in "also".',
    )
  })

  test('is not nothing if it is named', async () => {
    const world = cluster()
    rmSync(join(world.cwd, 'docs/selinux.md'))
    expect(await told(await world.open(), { task, name: 'selinux' })).toBe(
      'Not everything was searched: 1 missing or unreadable. Only the operator can change that. Ask again with more words in "also".',
    )
  })

  test('is mentioned next to a weak match', async () => {
    const world = cluster()
    rmSync(join(world.cwd, 'docs/selinux.md'))
    const reply = await told(await world.open(), { task: 'Which cluster of penguins enables SELinux in containerd?' })
    expect(reply).toMatch(/Weak match/)
    expect(reply).toMatch(/^Not everything was searched: 1 missing or unreadable\./m)
  })

  test('is no concern of a task that is answered', async () => {
    const world = cluster()
    rmSync(join(world.cwd, 'docs/selinux.md'))
    expect(await told(await world.open(), { task: 'How is a cluster saved?' })).not.toContain('Not everything')
  })
})

describe('a granted manifest that became invalid', () => {
  const broken = 'project: [harbor\n'

  test('is not nothing: a model is told that not everything was searched, without words of the file', async () => {
    const world = cluster()
    const knowledge = await world.open()
    writeFileSync(join(world.cwd, 'knowledge.yaml'), broken)
    await knowledge.refresh()
    const { fenced, omittedCounts, recommendation } = await knowledge.forModel().read({ task })
    expect([fenced, omittedCounts]).toEqual(['', { unreadable: 1 }])
    expect(recommendation).toMatch(/^Not everything was searched: 1 missing or unreadable\./)
  })

  test('is no reason for a client to suggest lorefence init', async () => {
    const world = cluster()
    writeFileSync(join(world.cwd, 'knowledge.yaml'), broken)
    const client = await connectTo({ knowledge: await world.open(), commands: { cwd: world.cwd } })
    expect(client.getInstructions()).toMatch(
      /^The knowledge here cannot be used now, so there are no tools\. They appear once a person has done what "lorefence doctor" says\./,
    )
  })

  test('changes nothing if nobody granted it', async () => {
    const world = doorWorld({ 'sub/knowledge.yaml': broken })
    const client = await connectTo({ knowledge: await world.open(), commands: { cwd: world.cwd } })
    expect(client.getInstructions()).toMatch(/^There is no knowledge here yet/)
    expect((await (await world.open()).forModel().read({ task })).omittedCounts).toEqual({})
  })

  test('is reported once by a server that runs, with its line', async () => {
    const world = cluster()
    const knowledge = await world.open()
    const lines: string[] = []
    let changed = (): void => undefined
    const onChange: Knowledge['onChange'] = (listener) => {
      changed = listener
      return () => undefined
    }
    const watched = {
      get catalog() {
        return knowledge.catalog
      },
      onChange,
    }
    reportLaterScans(watched, { cwd: world.cwd }, (line) => void lines.push(line))
    writeFileSync(join(world.cwd, 'knowledge.yaml'), broken)
    await knowledge.refresh()
    changed()
    changed()
    expect(lines).toEqual([expect.stringMatching(/^not used: knowledge\.yaml:1:10: The YAML cannot be read/)])
  })
})

describe('explain of a unit whose file a read omits', () => {
  const changes = {
    changed: (world: DoorWorld) => appendFileSync(join(world.cwd, 'docs/selinux.md'), 'More.\n'),
    unreadable: (world: DoorWorld) => rmSync(join(world.cwd, 'docs/selinux.md')),
  }

  test.each(['changed', 'unreadable'] as const)('does not only say allow to a model: %s', async (reason) => {
    const world = cluster()
    changes[reason](world)
    const client = await connectTo({ knowledge: await world.open() })
    const reply = textsOf(await call(client, 'explain', { name: 'selinux' })).join('\n')
    expect(reply).toContain(`\nA read omits it: ${reason}.\n`)
    expect(reply).toMatch(
      new RegExp(`\\nNot released: unit:harbor/selinux \\(${reason}\\)\\. Only the operator can change that\\.$`),
    )
  })

  test.each(['changed', 'unreadable'] as const)('exits 1 as a read does: %s', async (reason) => {
    const world = cluster()
    changes[reason](world)
    const terminal = fakeTerminal({ cwd: world.cwd, env: world.env })
    expect(await main(['explain', 'selinux', '--no-user', '--json'], terminal)).toBe(1)
    expect(JSON.parse(terminal.stdout)).toMatchObject({ ok: false, verdict: 'allow', omission: { reason } })
  })

  test('names no new file of a pack, which nobody granted', async () => {
    const world = doorWorld()
    writeFileSync(join(world.cwd, '.agents/knowledge/kiosk/compiled/UNSEEN.md'), '# UNSEEN\n')
    const client = await connectTo({ knowledge: await world.open() })
    const reply = textsOf(await call(client, 'explain', { name: 'kiosk' })).join('\n')
    expect(reply).toContain('\nA read omits files of it: changed.\n')
    expect(reply).not.toContain('UNSEEN')
  })
})

test('a query says which file of a unit does not exist', async () => {
  const world = cluster()
  rmSync(join(world.cwd, 'docs/selinux.md'))
  const { results } = await (await world.open()).query({ terms: ['selinux', 'backup'] })
  expect(results.map(({ ref, caution }) => [ref, caution])).toEqual([
    ['unit:harbor/selinux', 'its file does not exist'],
    ['unit:harbor/backup', undefined],
  ])
})

test('rehydrate exits 1 as a read does, if what it restores changed since the grant and only a weak text is left', async () => {
  const world = cluster()
  const asked = 'Which cluster setting enables SELinux in containerd?'
  const run = async (...argv: readonly string[]) => {
    const terminal = fakeTerminal({ cwd: world.cwd, env: world.env })
    const code = await main([...argv, '--no-user', '--json'], terminal)
    return { code, printed: JSON.parse(terminal.stdout) as { outcome: string; receipt: { id: string } } }
  }
  const { printed } = await run('read', asked)
  appendFileSync(join(world.cwd, 'docs/selinux.md'), 'More.\n')
  expect(await run('read', asked)).toMatchObject({ code: 1, printed: { outcome: 'withheld' } })
  const again = await run('rehydrate', printed.receipt.id)
  expect(again).toMatchObject({ code: 1, printed: { ok: false, outcome: 'fresh', receipt: { strength: 'withheld' } } })
  expect(JSON.stringify(again.printed)).toContain('A cluster is saved')
})
