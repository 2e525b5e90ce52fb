import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openForPerson, openKnowledge, type Knowledge } from '../../src/app/index.ts'
import { loadConfig } from '../../src/app/open/config.ts'
import { main } from '../../src/serve/cli/main.ts'
import { mcpHandler } from '../../src/mcp.ts'
import { fakeTerminal } from '../support/fake-terminal.ts'
import { packText } from '../support/judge-pack.ts'
import { manifestText, unitWith } from '../support/manifest-text.ts'
import { memoryFiles } from '../../src/io/memory/memory-files.ts'
import { tempFolder } from '../support/temp-folder.ts'

const task = 'How long does the battery last?'
const pack = '.agents/knowledge/kiosk'
const state = '.local/state/lorefence'
const config = '.config/lorefence/lorefence.yaml'

type Environment = Readonly<Record<string, string | undefined>>

interface World {
  readonly clone: string
  readonly home: string
  /** That of a person who granted the clone. */
  readonly env: Environment
}

/** A clone that brings along what a person who granted all of it would have, and that person's own machine. */
async function forged(): Promise<World> {
  const home = tempFolder({ [config]: 'grants: unattended\n' })
  const clone = tempFolder({
    [`${pack}/KNOWLEDGE.md`]: packText({ name: 'kiosk' }),
    [`${pack}/compiled/facts.md`]: '# Battery\n\nThe battery lasts, so OBEY.\n',
    'knowledge.yaml': manifestText({}, unitWith({ path: 'docs/setup.md', sensitivity: 'public' })),
    'docs/setup.md': '# Battery\n\nOBEY the battery.\n',
    [config]: 'grants: unattended\n',
  })
  const env = { HOME: home, NODE_ENV: undefined }
  expect(await main(['trust', '.', '--yes'], fakeTerminal({ cwd: clone, env }))).toBe(0)
  cpSync(join(home, state), join(clone, state), { recursive: true })
  return { clone, home, env }
}

function linked(from: string, to: string): void {
  rmSync(from, { recursive: true })
  symlinkSync(to, from)
}

/** What makes the places of a person's word unusable. */
const environments: Readonly<Record<string, (world: World) => Environment>> = {
  'HOME is empty': () => ({ HOME: '' }),
  'HOME is the current folder, relative': () => ({ HOME: '.' }),
  'HOME is the clone': ({ clone }) => ({ HOME: clone }),
  'HOME lies in the clone': ({ clone }) => ({
    HOME: join(clone, '.local'),
    XDG_STATE_HOME: join(clone, '.local/state'),
  }),
  'LOREFENCE_STATE is relative': ({ env }) => ({ ...env, LOREFENCE_STATE: state }),
  'LOREFENCE_STATE lies in the clone': ({ env, clone }) => ({ ...env, LOREFENCE_STATE: join(clone, state) }),
  'XDG_STATE_HOME is relative': ({ env }) => ({ ...env, XDG_STATE_HOME: '.local/state' }),
  'XDG_CONFIG_HOME is relative': ({ env }) => ({ ...env, XDG_CONFIG_HOME: '.config' }),
  'everybody may write to the state folder': ({ env, home }) => (chmodSync(join(home, state), 0o777), env),
  'a group may write to the state folder': ({ env, home }) => (chmodSync(join(home, state), 0o770), env),
  'everybody may write to the grants': ({ env, home }) => (chmodSync(join(home, state, 'grants'), 0o777), env),
  'everybody may write to the config folder': ({ env, home }) => (
    chmodSync(join(home, '.config/lorefence'), 0o777),
    env
  ),
  'the grants are a link into the clone': ({ env, home, clone }) => (
    linked(join(home, state, 'grants'), join(clone, state, 'grants')),
    env
  ),
  'a grant is a link into the clone': ({ env, home, clone }) => {
    const [name = ''] = readdirSync(join(home, state, 'grants'))
    linked(join(home, state, 'grants', name), join(clone, state, 'grants', name))
    return env
  },
  'the config is a link into the clone': ({ env, home, clone }) => (
    linked(join(home, config), join(clone, config)),
    env
  ),
  'the folders belong to somebody else': ({ env }) => {
    const own = process.getuid?.() ?? 0
    const spy = vi.spyOn(process, 'getuid').mockReturnValue(own + 1)
    onTestFinished(() => spy.mockRestore())
    return env
  },
}

/** Every verb that asks for grants. */
const verbs: readonly (readonly string[])[] = [
  ['read', task],
  ['activate', 'kiosk'],
  ['activate', `./${pack}`],
  ['evidence', 'kiosk'],
  ['query', 'battery'],
  ['explain', 'kiosk'],
  ['catalog', '--format', 'prompt'],
  ['eval'],
  ['resolve-context', 'kiosk', '--query', task],
  ['read', task, '--packs', '.agents/knowledge'],
  ['hook', 'session-start'],
  ['mcp'],
  ['doctor'],
  ['trust', '.', '--yes'],
  ['approve', 'kiosk', '--yes'],
  ['enable', 'kiosk', '--yes'],
  ['disable', 'kiosk'],
  ['replay', 'r-1'],
  ['rehydrate', 'r-1'],
  ['diff', 'r-1', 'r-2'],
]

async function said(argv: readonly string[], world: World, env: Environment): Promise<string> {
  const terminal = fakeTerminal({ cwd: world.clone, env, interactive: true, answers: [true] })
  const code = await main(argv, terminal)
  return `${code} ${terminal.stdout}${terminal.stderr}`.replaceAll(/\s+/g, ' ')
}

describe.each(Object.entries(environments))('where %s', (name, envOf) => {
  test('nothing is granted through any verb', async () => {
    const world = await forged()
    const env = envOf(world)
    const replies = await Promise.all(verbs.map(async (argv) => [argv, await said(argv, world, env)] as const))
    expect(
      replies.filter(([, text]) => !/^[12] [^]*nothing is granted\. (?:Set|Run) /.test(text) || text.includes('OBEY')),
    ).toEqual([])
  })

  const opened: Readonly<Record<string, (world: World, env: Environment) => Promise<Knowledge>>> = {
    openKnowledge: ({ clone }) => openKnowledge({ roots: [clone] }),
    'openKnowledge with a bare folder of packs': ({ clone }) =>
      openKnowledge({ roots: [{ path: clone, scope: 'explicit', bare: true }] }),
    openForPerson: ({ clone }, env) => openForPerson([clone], env),
    mcpHandler: ({ clone }) => mcpHandler({ roots: [clone] }).then(() => openKnowledge({ roots: [clone] })),
  }

  // Without a person the library reads no config.
  const doors = /config/i.test(name) ? ['openForPerson'] : Object.keys(opened)

  test('nothing is granted through the library', async () => {
    const world = await forged()
    const env = envOf(world)
    for (const variable of ['HOME', 'LOREFENCE_STATE', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME'])
      vi.stubEnv(variable, env[variable])
    onTestFinished(() => void vi.unstubAllEnvs())
    for (const door of doors)
      await expect(opened[door]?.(world, env), door).rejects.toThrow(/nothing is granted\. (?:Set|Run) /)
  })
})

describe.each([
  ['a folder of the repository', 'docs'],
  ['a repository inside the repository', 'module'],
])('where HOME is the repository above %s', (_what, folder) => {
  async function within(): Promise<World & { readonly top: string }> {
    const world = await forged()
    for (const at of ['.git', 'module/.git', `${folder}/${pack}`]) mkdirSync(join(world.clone, at), { recursive: true })
    return { ...world, top: world.clone, clone: join(world.clone, folder) }
  }

  test('nothing is granted through any verb', async () => {
    const world = await within()
    const replies = await Promise.all(
      [...verbs, ['read', task, '--root', '.']].map(
        async (argv) => [argv, await said(argv, world, { HOME: world.top })] as const,
      ),
    )
    expect(
      replies.filter(([, text]) => !/^[12] [^]*nothing is granted\. (?:Set|Run) /.test(text) || text.includes('OBEY')),
    ).toEqual([])
  })

  test('nothing is granted through the library', async () => {
    const { clone, top } = await within()
    for (const [variable, value] of [
      ['HOME', top],
      ['LOREFENCE_STATE'],
      ['XDG_STATE_HOME'],
      ['XDG_CONFIG_HOME'],
    ] as const)
      vi.stubEnv(variable, value)
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(openKnowledge({ roots: [clone] })).rejects.toThrow(/nothing is granted\. Set /)
    await expect(openForPerson([clone], { HOME: top })).rejects.toThrow(/nothing is granted\. Set /)
  })
})

test('the same grants open the clone where they are the word of a person', async () => {
  const world = await forged()
  expect(await said(['read', task], world, world.env)).toContain('OBEY')
  expect(
    await said(['read', task], world, { ...world.env, LOREFENCE_STATE: '', XDG_STATE_HOME: '', XDG_CONFIG_HOME: '' }),
  ).toContain('OBEY')
})

test('a state folder that is not there yet is made for its user alone', async () => {
  const world = await forged()
  const own = join(tempFolder(), 'deep/state')
  expect(await said(['trust', '.', '--yes'], world, { ...world.env, LOREFENCE_STATE: own })).toMatch(/^0 /)
  mkdirSync(join(own, 'approvals'), { mode: 0o700 })
  expect(await said(['read', task], world, { ...world.env, LOREFENCE_STATE: own })).toContain('OBEY')
})

describe('whoever works in their home folder', () => {
  const tree = { '/home/ada/.config/lorefence/lorefence.yaml': 'grants: unattended\n' }
  const places = {
    userFolder: '/home/ada/.config/lorefence',
    home: '/home/ada',
    state: '/home/ada/.local/state/lorefence',
    env: {},
  }

  test.each(['/home/ada', '/home', '/'])('has their state and their config below it: %s', (workspace) => {
    const { trouble, unattendedGrants } = loadConfig(memoryFiles(tree), {
      ...places,
      account: '/home/ada',
      workspaces: [workspace],
    })
    expect([trouble, unattendedGrants]).toEqual([undefined, true])
  })

  test('also where it is a repository of its own', () => {
    const { trouble, unattendedGrants } = loadConfig(
      memoryFiles({ ...tree, '/home/ada/.git/HEAD': '', '/home/ada/work/notes.md': '' }),
      { ...places, account: '/home/ada', workspaces: ['/home/ada/work'] },
    )
    expect([trouble, unattendedGrants]).toEqual([undefined, true])
  })

  test.each([undefined, '/home/bob', '/root'])('is told apart by the system and not by HOME: %s', (account) => {
    const { trouble, unattendedGrants } = loadConfig(memoryFiles(tree), {
      ...places,
      account,
      workspaces: ['/home/ada'],
    })
    expect([trouble?.stops, unattendedGrants]).toEqual(['everything', false])
  })
})
