import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal, type FakeTerminalOptions } from '../../support/fake-terminal.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const guide = (status: string): string =>
  `---\nname: kiosk\ndescription: Facts on the Harbor Kiosk terminal.\ntype: brand-product\nprofile: wiki-first\nstatus: ${status}\n---\n`
const unit = (id: string, fields: string): string =>
  `  - { id: ${id}, path: docs/${id}.md, intent: What?, scope: global, audience: [agent], ${fields} }`
const manifest = (project: string, ...units: readonly string[]): string =>
  `kcp_version: "0.14"\nproject: ${project}\nversion: 1.0.0\nunits:\n${units.join('\n')}\n`

function workspace() {
  const cwd = tempFolder({
    'my packs/kiosk/KNOWLEDGE.md': guide('draft'),
    'knowledge.yaml': manifest(
      'Harbor',
      unit('fleet', 'authority: { execute: requires_approval }'),
      unit('crew', 'sensitivity: restricted'),
      unit('tariff', 'payment: { default_tier: metered }'),
    ),
    'docs/fleet.md': '# Fleet\n',
    'docs/crew.md': '# Crew\n',
    'docs/tariff.md': '# Tariff\n',
    'other/knowledge.yaml': manifest('Pier', unit('crew', 'sensitivity: public')),
    'other/docs/crew.md': '# Crew\n',
  })
  const home = tempFolder()
  const run = async (argv: readonly string[], options: FakeTerminalOptions = {}) => {
    const terminal = fakeTerminal({ cwd, env: { HOME: home }, ...options })
    return { code: await main(argv, terminal), out: terminal.stdout, err: terminal.stderr }
  }
  return { run, cwd }
}

/** The commands as a person would copy them, taken apart as a shell does. */
const printed = (out: string): readonly (readonly string[])[] =>
  out
    .split('\n')
    .flatMap((line) => /^  (?:run:|    )  lorefence (.*)$/.exec(line)?.[1] ?? [])
    .map((command) => [...command.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", '')))

const yes = { interactive: true, answers: [true] }

describe('every command that explain prints', () => {
  test.each([
    ['a draft that nobody granted', ['pack:kiosk'], 2],
    ['an action that needs a person', ['unit:harbor/fleet', '--action', 'execute'], 2],
    ['another requester', ['tariff', '--as', 'clearance=public'], 2],
    ['a workspace that was named', ['unit:pier/crew', '--root', 'other'], 1],
  ])('can be typed and changes the answer: %s', async (_, words, count) => {
    const { run } = workspace()
    const before = await run(['explain', ...words])
    expect(before.code).toBe(1)
    const commands = printed(before.out)
    expect(commands).toHaveLength(count)
    for (const command of commands) expect((await run(command, yes)).code, command.join(' ')).toBe(0)
    const after = await run(['explain', ...words])
    expect([after.code, printed(after.out)]).toEqual([0, []])
  })

  test('switches on what was switched off', async () => {
    const { run } = workspace()
    await run(['trust', '.', '--follow'], yes)
    await run(['disable', 'fleet'])
    const { code, out } = await run(['explain', 'fleet'])
    expect([code, printed(out)]).toEqual([3, [['enable', 'unit:harbor/fleet']]])
    await run(['enable', 'unit:harbor/fleet'], yes)
    expect((await run(['explain', 'fleet'])).code).toBe(0)
  })

  test('none is printed where none helps', async () => {
    const { run } = workspace()
    const { code, out } = await run(['explain', 'unit:harbor/crew'])
    expect([code, printed(out)]).toEqual([3, []])
  })
})

describe('approve', () => {
  test('one action is not another', async () => {
    const { run } = workspace()
    await run(['trust', '.', '--follow'], yes)
    expect((await run(['approve', 'fleet'], yes)).err).toBe('unit:harbor/fleet needs no approval.\n')
    expect((await run(['explain', 'fleet', '--action', 'execute'])).code).toBe(1)
    expect((await run(['approve', 'fleet', '--action', 'execute'], yes)).out).toContain(
      'authority-requires-approval:execute',
    )
    expect((await run(['explain', 'fleet', '--action', 'execute'])).code).toBe(0)
  })

  test.each([
    ['fleet', 'unit:harbor/fleet'],
    ['unit:fleet', 'unit:harbor/fleet'],
    ['unit:harbor/fleet', 'unit:harbor/fleet'],
  ])('takes %s for %s', async (written, ref) => {
    const { run } = workspace()
    expect(JSON.parse((await run(['approve', written, '--json'])).out)).toMatchObject({ ref })
  })

  test.each([
    ['crew', '"crew" is ambiguous: "unit:harbor/crew" or "unit:pier/crew". Use the full ref.'],
    ['fleat', '"fleat" was not found. Did you mean "unit:harbor/fleet"?'],
    ['unit:fleat', 'Did you mean "unit:harbor/fleet"?'],
  ])('does not guess what %s means', async (written, message) => {
    const { run } = workspace()
    const { code, err } = await run(['approve', written])
    expect(code).toBe(2)
    expect(err).toContain(message)
  })
})
