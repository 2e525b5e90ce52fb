import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal, type FakeTerminalOptions } from '../../support/fake-terminal.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const guide = (name: string, status: string): string =>
  `---\nname: ${name}\ndescription: Facts on the Harbor Kiosk terminal, for support.\ntype: brand-product\nprofile: wiki-first\nstatus: ${status}\n---\n`
const manifest =
  'kcp_version: "0.14"\nproject: Harbor\nversion: 1.0.0\nunits:\n  - {id: people, path: people.md, intent: Who?, scope: global, audience: [agent], sensitivity: restricted}\n'
const task = 'How long does the battery last?'
const yes = { interactive: true, answers: [true] }

function workspace(userConfig?: string, tree: Readonly<Record<string, string>> = {}) {
  const cwd = tempFolder({
    'kiosk/KNOWLEDGE.md': guide('kiosk', 'draft'),
    'kiosk/compiled/facts.md': '# Battery\n\nThe battery lasts nine hours.\n',
    'warranty/KNOWLEDGE.md': guide('warranty', 'ready'),
    'knowledge.yaml': manifest,
    'people.md': '# People\n',
    ...tree,
  })
  const home = tempFolder(userConfig === undefined ? {} : { '.config/lorefence/lorefence.yaml': userConfig })
  const run = async (argv: readonly string[], options: FakeTerminalOptions = {}) => {
    const terminal = fakeTerminal({ cwd, env: { HOME: home }, ...options })
    return { code: await main(argv, terminal), out: terminal.stdout, err: terminal.stderr }
  }
  return { run, cwd }
}

describe('approve', () => {
  test('AK-087: shows the asks of this ref, lets exactly these pass, and the pack is used', async () => {
    const { run } = workspace()
    await run(['trust', '.'], yes)
    expect((await run(['read', task, '--pack', 'kiosk'])).code).toBe(1)
    const { code, out, err } = await run(['approve', 'kiosk'], yes)
    expect([code, err]).toEqual([0, 'status asks: It is a draft.\n'])
    expect(out).toMatch(/^approved pack:kiosk: status-draft until \d{4}-\d\d-\d\dT[\d:.]+Z\n$/)
    expect((await run(['read', task, '--pack', 'kiosk'])).out).toContain('nine hours')
  })

  test('a no lets nothing pass', async () => {
    const { run } = workspace()
    await run(['trust', '.'], yes)
    expect((await run(['approve', 'pack:kiosk'], { interactive: true, answers: [false] })).code).toBe(1)
    expect((await run(['read', task, '--pack', 'kiosk'])).out).toBe('')
  })

  test('KCP-074: a refusal denies what asks, by a named person, until it is approved', async () => {
    const { run } = workspace(undefined, {
      'knowledge.yaml': manifest.replace(
        'sensitivity: restricted',
        'sensitivity: public, delegation: {human_in_the_loop: {required: true}}',
      ),
    })
    await run(['trust', '.'], yes)
    const answer = async (...more: readonly string[]) =>
      JSON.parse((await run(['approve', 'people', '--json', ...more], yes)).out) as Record<string, unknown>
    expect(await answer('--refuse', '--by', 'ada')).toMatchObject({
      approved: [],
      refused: [{ ref: 'unit:harbor/people', code: 'human-approval', refused: true, by: 'ada' }],
    })
    const refused = JSON.parse((await run(['explain', 'people', '--json'])).out) as {
      readonly reasons: readonly object[]
    }
    expect(refused).toMatchObject({ verdict: 'deny' })
    expect(refused.reasons).toContainEqual(
      expect.objectContaining({ code: 'human-approval', verdict: 'deny', refused: true, by: 'ada' }),
    )
    expect((await run(['activate', 'unit:harbor/people'])).out).toBe('')
    expect(await answer('--by', 'grace')).toMatchObject({ approved: [{ code: 'human-approval', by: 'grace' }] })
    expect((await run(['activate', 'unit:harbor/people'])).out).toContain('# People')
    expect(await answer('--refuse')).toMatchObject({ approved: [], refused: [{ code: 'human-approval' }] })
    expect((await run(['activate', 'unit:harbor/people'])).out).toBe('')
  })

  test('AK-112: it is not for trust, and says what is', async () => {
    const { run } = workspace()
    const { code, out, err } = await run(['approve', 'warranty'], yes)
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('run:  lorefence trust warranty\n')
  })

  test('a denial cannot be approved away: exit 3, and nobody is asked', async () => {
    const { run } = workspace()
    await run(['trust', '.'], yes)
    const { code, out, err } = await run(['approve', 'unit:harbor/people', '--json'])
    expect(code).toBe(3)
    expect(err).toContain('denied by sensitivity: ')
    expect(JSON.parse(out)).toMatchObject({
      schemaVersion: 1,
      kind: 'grant',
      action: 'approve',
      ref: 'unit:harbor/people',
      approved: [],
      denied: ['sensitivity-above-clearance'],
    })
  })

  test('what asks nothing needs nothing', async () => {
    const { run } = workspace()
    await run(['trust', '.'], yes)
    expect(await run(['approve', 'warranty'])).toMatchObject({ code: 0, err: 'pack:warranty needs no approval.\n' })
  })

  test("needs a person, or the user's own config", async () => {
    const { run } = workspace(undefined, { 'lorefence.yaml': 'grants: unattended\n' })
    await run(['trust', '.'], yes)
    expect((await run(['approve', 'kiosk'])).code).toBe(2)
    expect((await run(['approve', 'kiosk', '--yes'])).code).toBe(2)
    const unattended = workspace('grants: unattended\n')
    await unattended.run(['trust', '.', '--yes'])
    expect(JSON.parse((await unattended.run(['approve', 'kiosk', '--yes', '--json'])).out)).toMatchObject({
      approved: [{ code: 'status-draft', given: 'unattended' }],
    })
  })

  test('an unknown ref exits 2 and offers the nearest', async () => {
    const { run } = workspace()
    expect(await run(['approve', 'pack:kisk'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('"pack:kisk" was not found. Did you mean "pack:kiosk"?'),
    })
    expect((await run(['approve', 'manifest:harbor'])).err).toContain('It is not granted')
  })
})

describe('enable and disable', () => {
  const enabledOf = async (run: ReturnType<typeof workspace>['run']): Promise<unknown> => {
    const { entries } = JSON.parse((await run(['catalog', '--all', '--json'])).out) as {
      readonly entries: readonly { readonly ref: string; readonly enabled: boolean }[]
    }
    return entries.find(({ ref }) => ref === 'pack:warranty')?.enabled
  }

  test('AK-104, AK-136: a disabled pack is out of use until it is enabled, and both may be said twice', async () => {
    const { run } = workspace(undefined, {
      'warranty/compiled/facts.md': '# Battery\n\nThe battery lasts nine hours.\n',
    })
    await run(['trust', '.'], yes)
    expect((await run(['read', task])).out).toContain('nine hours')
    expect(await run(['disable', 'warranty'])).toMatchObject({ code: 0, out: 'disabled pack:warranty\n' })
    expect((await run(['disable', 'pack:warranty'])).code).toBe(0)
    expect([(await run(['read', task])).out, await enabledOf(run)]).toEqual(['', false])
    expect(await run(['enable', 'warranty'], yes)).toMatchObject({ code: 0, out: 'enabled pack:warranty\n' })
    expect((await run(['enable', 'warranty'])).code).toBe(0)
    expect([(await run(['read', task])).out, await enabledOf(run)]).toEqual([
      expect.stringContaining('nine hours'),
      true,
    ])
  })

  test('AK-136: what is enabled needs its grant as before', async () => {
    const { run } = workspace()
    await run(['disable', 'warranty'])
    await run(['enable', 'warranty'], yes)
    expect((await run(['read', task, '--pack', 'warranty'])).code).toBe(1)
  })

  test('enabling needs a person; disabling does not', async () => {
    const { run } = workspace()
    await run(['disable', 'warranty'])
    expect((await run(['enable', 'warranty'])).code).toBe(2)
    expect((await run(['enable', 'warranty', '--yes'])).code).toBe(2)
    expect((await run(['enable', 'warranty'], { interactive: true, answers: [false] })).code).toBe(1)
    expect(await enabledOf(run)).toBe(false)
  })

  test('units have refs of their own', async () => {
    const { run } = workspace()
    expect(JSON.parse((await run(['disable', 'unit:harbor/people', '--json'])).out)).toMatchObject({
      kind: 'grant',
      action: 'disable',
      ref: 'unit:harbor/people',
      enabled: false,
    })
  })

  test.each(['enable', 'disable'])('%s of an unknown ref exits 2 and offers the nearest', async (verb) => {
    const { run } = workspace()
    expect(await run([verb, 'waranty'], yes)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('Did you mean "pack:warranty"?'),
    })
  })

  test('what a config disables stays off, and enable says so', async () => {
    const { run } = workspace(undefined, { 'lorefence.yaml': 'disabled: [pack:warranty]\n' })
    expect(await run(['enable', 'warranty'])).toMatchObject({
      code: 1,
      out: '',
      err: 'It stays disabled: a config lists it under "disabled".\n',
    })
  })
})
