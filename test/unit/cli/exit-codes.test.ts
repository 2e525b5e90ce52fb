import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { packText } from '../../support/judge-pack.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const kiosk = '.agents/knowledge/kiosk'
const facts = `${kiosk}/compiled/facts.md`
const open = { sensitivity: 'public' }
const tree = {
  [`${kiosk}/KNOWLEDGE.md`]: packText({ name: 'kiosk' }, '# Kiosk\n'),
  [facts]: '# Battery\n\nThe battery of the kiosk lasts nine hours.\n',
  '.agents/knowledge/voice/KNOWLEDGE.md': packText({ name: 'voice', status: 'draft' }, '# Voice\n'),
  'knowledge.yaml': manifestText(
    {},
    unitWith({ ...open, id: 'setup', path: 'docs/setup.md', intent: 'How is a kiosk set up?' }),
    unitWith({ id: 'payroll', path: 'docs/payroll.md', intent: 'Who earns what?', sensitivity: 'restricted' }),
    unitWith({
      ...open,
      id: 'report',
      path: 'docs/report.md',
      intent: 'What does the report say?',
      payment: { default_tier: 'metered' },
    }),
  ),
  'docs/setup.md': '# Setup\n\nPlug the kiosk in and wait for the green light.\n',
  'docs/payroll.md': '# Payroll\n\nSalaries of the kiosk team and its green light.\n',
  'docs/report.md': '# Report\n\nThe report on the kiosk and its green light.\n',
}

async function world(granted = true) {
  const cwd = tempFolder(tree)
  const home = tempFolder({ 'config/lorefence/lorefence.yaml': 'grants: unattended\n' })
  const env = { HOME: home, LOREFENCE_STATE: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') }
  const run = async (...argv: readonly string[]) => {
    const terminal = fakeTerminal({ cwd, env })
    return { code: await main(argv, terminal), out: terminal.stdout, err: terminal.stderr }
  }
  if (granted) expect((await run('trust', '.', '--yes')).code).toBe(0)
  return { run, cwd }
}

type World = Awaited<ReturnType<typeof world>>

/** Every verb that asks for one thing by its name. */
const pack = (name: string): readonly (readonly string[])[] => [
  ['explain', name],
  ['activate', name],
  ['evidence', name],
  ['read', 'How long does the battery last?', '--pack', name],
  ['resolve-context', name, '--query', 'battery'],
]
const unit = (ref: string): readonly (readonly string[])[] => [
  ['explain', ref],
  ['activate', ref],
  ['read', 'What about the green light?', '--pack', ref],
  ['resolve-context', ref, '--query', 'green light'],
]
const manifest = (ref: string): readonly (readonly string[])[] => [
  ['catalog', ref],
  ['activate', ref],
  ['read', 'What about the green light?', '--pack', ref],
  ['resolve-context', ref, '--query', 'green light'],
]

const change =
  (path: string) =>
  ({ cwd }: World): void =>
    appendFileSync(join(cwd, path), '\n')

interface Case {
  readonly granted?: boolean
  readonly before?: (world: World) => unknown
  readonly commands: readonly (readonly string[])[]
}

async function codesOf({ granted, before, commands }: Case): Promise<readonly string[]> {
  const made = await world(granted)
  await before?.(made)
  const said: string[] = []
  for (const command of commands) {
    const { code, out } = await made.run(...command)
    expect(
      code === 0 || command[0] === 'explain' || command[0] === 'resolve-context' || out === ''
        ? ''
        : `${command.join(' ')} printed ${out}`,
    ).toBe('')
    said.push(`${code} ${command.join(' ')}`)
  }
  return said
}

const all = (code: number, commands: readonly (readonly string[])[]): readonly string[] =>
  commands.map((command) => `${code} ${command.join(' ')}`)

describe('DESIGN §5: 1 where a person has not answered yet', () => {
  test.each<readonly [string, Case]>([
    ['a pack that nobody granted', { granted: false, commands: pack('kiosk') }],
    ['a unit of a manifest that nobody granted', { granted: false, commands: unit('unit:harbor/setup') }],
    [
      'a manifest that nobody granted',
      { granted: false, commands: [...manifest('manifest:harbor'), ['query', 'kiosk']] },
    ],
    [
      'nothing at all is granted',
      {
        granted: false,
        commands: [
          ['read', 'How long does the battery last?'],
          ['query', 'kiosk'],
        ],
      },
    ],
    ['a draft', { commands: pack('voice') }],
    ['a unit that costs', { commands: [...unit('unit:harbor/report'), ['query', 'report']] }],
    ['an entry file that changed', { before: change(`${kiosk}/KNOWLEDGE.md`), commands: pack('kiosk').slice(1) }],
    [
      'a manifest that changed',
      {
        before: change('knowledge.yaml'),
        commands: [...unit('unit:harbor/setup'), ...manifest('manifest:harbor'), ['query', 'kiosk']],
      },
    ],
    [
      'a file of a pack that changed',
      {
        before: change(facts),
        commands: [
          ['read', 'How long does the battery last?', '--pack', 'kiosk'],
          ['resolve-context', 'kiosk', '--query', 'battery'],
          ['read', 'How long does the battery last?'],
        ],
      },
    ],
    [
      'the file of a unit that changed',
      { before: change('docs/setup.md'), commands: unit('unit:harbor/setup').slice(1) },
    ],
    [
      'the file of a unit that is gone',
      { before: ({ cwd }) => rmSync(join(cwd, 'docs/setup.md')), commands: unit('unit:harbor/setup').slice(1) },
    ],
    [
      'two things, both denied',
      { commands: [['read', 'What about the green light?', '--pack', 'unit:harbor/payroll', '--pack', 'payroll']] },
    ],
  ])('%s', async (_, given) => {
    expect(await codesOf(given)).toEqual(all(1, given.commands))
  })
})

const better = 'Who earns what, and where is the green one?'

test.each([
  ['a weak match and something denied that matches better', ['read', better], 'withheld', 1],
  ['the same by the reference command', ['resolve-context', 'manifest:harbor', '--query', better], 'withheld', 1],
  ['a weak match alone', ['read', better, '--pack', 'setup'], 'weak', 0],
])('DESIGN §1: the outcome of a read decides its exit code: %s', async (_, argv, outcome, code) => {
  const { run } = await world()
  const done = await run(...argv, '--json')
  expect(done.out).toContain('Plug the kiosk in')
  expect([JSON.parse(done.out).outcome ?? outcome, done.code]).toEqual([outcome, code])
})

describe('DESIGN §5: 3 where one thing was asked for and policy says no', () => {
  test.each<readonly [string, Case]>([
    ['a unit above the clearance', { commands: unit('unit:harbor/payroll') }],
    [
      'the same in a manifest that changed',
      { before: change('knowledge.yaml'), commands: unit('unit:harbor/payroll') },
    ],
    ['a pack that is switched off', { before: ({ run }) => run('disable', 'kiosk'), commands: pack('kiosk') }],
    [
      'a unit that is switched off',
      { before: ({ run }) => run('disable', 'unit:harbor/setup'), commands: unit('unit:harbor/setup') },
    ],
    [
      'a manifest that is switched off',
      { before: ({ run }) => run('disable', 'manifest:harbor'), commands: manifest('manifest:harbor') },
    ],
  ])('%s', async (_, given) => {
    expect(await codesOf(given)).toEqual(all(3, given.commands))
  })
})

describe('DESIGN §5: 0 where nothing in particular was asked for', () => {
  test.each<readonly [string, Case]>([
    [
      'nothing relevant',
      {
        commands: [
          ['read', 'Which penguins swim?'],
          ['read', 'Which penguins swim?', '--pack', 'kiosk'],
          ['query', 'penguins'],
        ],
      },
    ],
    ['what matches is denied', { commands: [['query', 'earns']] }],
    [
      'what is switched off',
      { before: ({ run }) => run('disable', 'unit:harbor/setup'), commands: [['query', 'set']] },
    ],
  ])('%s', async (_, given) => {
    expect(await codesOf(given)).toEqual(all(0, given.commands))
  })
})

describe('DESIGN §5: 2 where a name is of nothing, or of something that another command gives', () => {
  test.each([
    [['activate', 'unit:harbor/setpu'], 'Did you mean "unit:harbor/setup"?'],
    [['evidence', 'unit:harbor/setup'], 'lorefence activate unit:harbor/setup'],
    [['evidence', 'manifest:harbor'], 'lorefence catalog manifest:harbor'],
    [['catalog', 'kiosk'], 'lorefence activate pack:kiosk'],
    [['catalog', 'unit:harbor/setup'], 'lorefence activate unit:harbor/setup'],
    [['catalog', 'docs'], '"docs" was not found'],
    [['catalog', './docs'], 'set a folder with --root or --packs'],
    [['catalog', '--from', '3'], '--from and --limit require a manifest'],
    [['catalog', 'manifest:harbor', '--all'], '--all and --locations apply to the whole list'],
  ])('%j', async (argv, said) => {
    const { run } = await world()
    const { code, err } = await run(...argv)
    expect([code, err]).toEqual([2, expect.stringContaining(said)])
    const command = /lorefence ((?:activate|catalog) \S+:\S+)$/.exec(err.trim())?.[1]
    if (command !== undefined) expect((await run(...command.split(' '))).code).toBe(0)
  })
})

describe('DESIGN §5: what is asked for again', () => {
  const idOf = (err: string): string => /receipt (r-[0-9a-f]+)/.exec(err)?.[1] ?? 'no receipt'

  test.each<readonly [string, (world: World) => unknown, number]>([
    ['nothing changed', () => undefined, 0],
    ['its file changed', change(facts), 1],
    ['its grant was taken back', ({ run }) => run('trust', '.', '--remove'), 1],
    ['it was switched off', ({ run }) => run('disable', 'kiosk'), 3],
  ])('%s', async (_, before, code) => {
    const made = await world()
    const id = idOf((await made.run('read', 'How long does the battery last?', '--pack', 'kiosk')).err)
    await before(made)
    expect([(await made.run('replay', id)).code, (await made.run('rehydrate', id)).code]).toEqual([code, code])
  })
})
