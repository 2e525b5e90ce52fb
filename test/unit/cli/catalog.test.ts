import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal, type FakeTerminalOptions } from '../../support/fake-terminal.ts'
import { packText } from '../../support/judge-pack.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { tempFolder } from '../../support/temp-folder.ts'

interface Output {
  readonly entries: readonly { readonly name: string; readonly scope: string; readonly standing: string }[]
  readonly [key: string]: unknown
}

function workspace(tree: Readonly<Record<string, string>>) {
  const cwd = tempFolder({ 'README.md': '', ...tree })
  const home = tempFolder({ '.agents/knowledge/mine/KNOWLEDGE.md': packText({ name: 'mine' }) })
  const env = { HOME: home, LOREFENCE_STATE: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') }
  const run = async (argv: readonly string[], options: FakeTerminalOptions = {}) => {
    const terminal = fakeTerminal({ cwd, env, ...options })
    return { code: await main(['catalog', ...argv], terminal), out: terminal.stdout, err: terminal.stderr }
  }
  const list = async (...argv: readonly string[]): Promise<Output> =>
    JSON.parse((await run([...argv, '--json'])).out) as Output
  return { run, list, cwd, home }
}

const kiosk = { '.agents/knowledge/kiosk/KNOWLEDGE.md': packText({ name: 'kiosk' }) }

describe('catalog', () => {
  test('lists what is there in columns, and tells on stderr where it looked', async () => {
    const { run, cwd } = workspace(kiosk)
    const { code, out, err } = await run(['--no-user'])
    expect(code).toBe(0)
    expect(out).toBe(
      'NAME   STATUS  SCOPE      GRANT        DESCRIPTION\n' +
        'kiosk  ready   workspace  not granted  Product facts and support wording for the Harbor Kiosk terminal.\n',
    )
    expect(err).toBe(
      `scanned ${cwd} (workspace): 1 pack, 0 manifests, 0 folders skipped\n1 of 1 not granted\n  run:  lorefence trust .\n`,
    )
  })

  test.each([
    ['one of its files', 'compiled/facts.md', 'changed: "compiled/facts.md"'],
    ['a new file', 'compiled/more.md', 'new: "compiled/more.md"'],
    ['its entry file', 'KNOWLEDGE.md', 'changed: "KNOWLEDGE.md"'],
  ])('AK-118: a pinned pack is not listed as granted after an edit of %s', async (_, file, changes) => {
    const { run, list, cwd, home } = workspace({ ...kiosk, '.agents/knowledge/kiosk/compiled/facts.md': '# Facts\n' })
    mkdirSync(join(home, 'config/lorefence'), { recursive: true })
    writeFileSync(join(home, 'config/lorefence/lorefence.yaml'), 'grants: unattended\n')
    const env = { HOME: home, LOREFENCE_STATE: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') }
    expect(await main(['trust', '.', '--yes'], fakeTerminal({ cwd, env }))).toBe(0)
    expect((await run(['--no-user'])).out).toContain('kiosk  ready   workspace  granted ')
    appendFileSync(join(cwd, '.agents/knowledge/kiosk', file), '\nEdited.\n')
    const { out, err } = await run(['--no-user'])
    expect(out).toContain('kiosk  ready   workspace  changed ')
    expect(err).toContain(
      `pack:kiosk changed since its grant: ${changes}. Review it, then grant it again.\n  run:  lorefence trust .agents/knowledge/kiosk\n`,
    )
    expect((await list('--no-user')).entries).toEqual([expect.objectContaining({ changes })])
  })

  test('--json prints one object of kind catalog', async () => {
    const { list } = workspace({ ...kiosk, 'broken/KNOWLEDGE.md': '---\nname: [\n---\n' })
    const record = await list('--no-user')
    expect(Object.keys(record)).toEqual([
      'schemaVersion',
      'kind',
      'ok',
      'status',
      'command',
      'pack',
      'findings',
      'entries',
      'shadowed',
      'quarantined',
      'omitted',
      'roots',
      'diagnostics',
    ])
    expect(record).toMatchObject({
      schemaVersion: 1,
      kind: 'catalog',
      ok: true,
      entries: [{ name: 'kiosk', standing: 'ungranted' }],
      quarantined: [{ path: 'broken/KNOWLEDGE.md' }],
    })
  })

  test('AK-061, AK-063: the packs of the user are listed too, unless --no-user', async () => {
    const { list } = workspace(kiosk)
    expect((await list()).entries.map(({ name, scope }) => [name, scope])).toEqual([
      ['kiosk', 'workspace'],
      ['mine', 'user'],
    ])
    expect((await list('--no-user')).entries.map(({ name }) => name)).toEqual(['kiosk'])
  })

  test("AK-064: folders of the organisation come from the user's config", async () => {
    const { list, home } = workspace(kiosk)
    const organisation = tempFolder({ 'house/KNOWLEDGE.md': packText({ name: 'house' }) })
    mkdirSync(join(home, 'config/lorefence'), { recursive: true })
    writeFileSync(join(home, 'config/lorefence/lorefence.yaml'), `organization: ["${organisation}"]\n`)
    expect((await list()).entries.map(({ name, scope }) => [name, scope])).toEqual([
      ['kiosk', 'workspace'],
      ['mine', 'user'],
      ['house', 'organization'],
    ])
  })

  test('--root and --packs take the place of the current folder', async () => {
    const { list, cwd } = workspace({
      'a/.agents/knowledge/one/KNOWLEDGE.md': packText({ name: 'one' }),
      'b/two/KNOWLEDGE.md': packText({ name: 'two' }),
    })
    expect((await list('--no-user', '--root', join(cwd, 'a'))).entries.map(({ name }) => name)).toEqual(['one'])
    expect((await list('--no-user', '--packs', 'b')).entries.map(({ name, scope }) => [name, scope])).toEqual([
      ['two', 'explicit'],
    ])
  })

  test('AK-068: --respect-gitignore hides what a .gitignore names', async () => {
    const { list } = workspace({ ...kiosk, '.gitignore': 'kiosk/\n' })
    expect((await list('--no-user')).entries).toHaveLength(1)
    expect((await list('--no-user', '--respect-gitignore')).entries).toEqual([])
  })

  test.each(['text', 'xml', 'prompt'])(
    'AK-099: without packs, --format %s prints nothing and exits 0',
    async (format) => {
      const { run } = workspace({})
      expect(await run(['--no-user', '--format', format])).toMatchObject({ code: 0, out: '' })
    },
  )

  test('a list for a model leaves a receipt, one for a person or a script does not', async () => {
    const { run, home } = workspace(kiosk)
    const segments = (): number =>
      existsSync(join(home, 'state/receipts'))
        ? readdirSync(join(home, 'state/receipts')).filter((name) => name.endsWith('.jsonl')).length
        : 0
    for (const argv of [[], ['--all'], ['--json'], ['--format', 'json', '--max-tokens', '80']])
      await run(['--no-user', ...argv])
    expect(segments()).toBe(0)
    for (const format of ['prompt', 'xml'])
      expect((await run(['--no-user', '--format', format])).err).toMatch(
        /^\d+ tokens \(o200k_base\) · receipt r-[0-9a-f]{16}$/m,
      )
    expect(segments()).toBe(2)
  })

  test('AK-074: a root that is not there is said to be so', async () => {
    const { run } = workspace({})
    const { code, err } = await run(['--no-user', '--root', '.', '--root', '/nowhere/at/all'])
    expect(code).toBe(0)
    expect(err).toContain('missing: /nowhere/at/all (workspace)')
  })

  test('a folder of the user that does not exist is said to be optional', async () => {
    const { run } = workspace({})
    const { err } = await run([])
    expect(err).toMatch(/^optional, not found: .*\/\.lorefence\/knowledge \(user\)$/m)
    expect(err).not.toContain('missing')
  })

  test('--all shows what is archived, hidden and quarantined', async () => {
    const { run } = workspace({
      ...kiosk,
      'old/KNOWLEDGE.md': packText({ name: 'old', status: 'archived' }),
      'kiosk/KNOWLEDGE.md': packText({ name: 'kiosk' }),
      'broken/KNOWLEDGE.md': '---\nname: x\n',
    })
    const short = await run(['--no-user'])
    expect(short.out).not.toMatch(/old|broken/)
    expect(short.err).toContain('1 hidden, 1 quarantined, 1 archived; --all shows more\n')
    const { out } = await run(['--no-user', '--all'])
    expect(out).toContain('old    archived')
    expect(out).toContain('kiosk/KNOWLEDGE.md is hidden by .agents/knowledge/kiosk/KNOWLEDGE.md\n')
    expect(out).toContain('broken/KNOWLEDGE.md is quarantined: The frontmatter opens with --- but never closes.\n')
  })

  test('a manifest that is named: its units, and how to go on', async () => {
    const units = ['setup', 'care', 'repair'].map((id) =>
      unitWith({ id, path: `${id}.md`, intent: `How about ${id}?`, sensitivity: 'public' }),
    )
    const { run, cwd, home } = workspace({ 'knowledge.yaml': manifestText({}, ...units), 'setup.md': '# Setup\n' })
    const env = { HOME: home, LOREFENCE_STATE: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') }
    await main(['trust', '.'], fakeTerminal({ cwd, env, interactive: true, answers: [true] }))
    const { code, out, err } = await run(['manifest:harbor', '--limit', '2'])
    expect([code, out]).toEqual([0, 'unit:harbor/setup  How about setup?\nunit:harbor/care   How about care?\n'])
    expect(err).toMatch(
      /^2 of 3 units\. To read from them: lorefence read "<task>" --pack manifest:harbor\nMore: lorefence catalog manifest:harbor --from 3\n\d+ tokens \(o200k_base\) · receipt r-[0-9a-f]{16}\n$/,
    )
    expect((await run(['harbor', '--from', '3', '--format', 'prompt'])).out).toContain(
      '\nUnits 3–3 of 3:\nunit:harbor/repair: How about repair?\n',
    )
    expect(JSON.parse((await run(['harbor', '--json'])).out)).toMatchObject({
      schemaVersion: 1,
      kind: 'units',
      ok: true,
      ref: 'manifest:harbor',
      total: 3,
      units: [{ ref: 'unit:harbor/setup', intent: 'How about setup?' }, {}, {}],
    })
    expect(await run(['harbor', '--format', 'prompt', '--max-tokens', '5'])).toMatchObject({
      code: 4,
      out: '',
      err: 'No unit fits these tokens.\n',
    })
    expect(await run(['harbor', '--from', '9'])).toMatchObject({
      code: 0,
      out: '',
      err: 'manifest:harbor has 3 units, none from 9 on.\n',
    })
  })

  test('a ceiling that holds nothing exits 4', async () => {
    expect(await workspace(kiosk).run(['--no-user', '--format', 'prompt', '--max-tokens', '5'])).toMatchObject({
      code: 4,
      out: '',
    })
  })

  test.each([
    ['an argument', ['here']],
    ['an unknown format', ['--format', 'yaml']],
    ['a ceiling that is no number', ['--format', 'prompt', '--max-tokens', 'few']],
    ['a ceiling for people', ['--max-tokens', '100']],
  ])('%s is wrong use', async (_, argv) => {
    expect((await workspace({}).run(argv)).code).toBe(2)
  })

  test('AK-102: nothing of a pack reaches the terminal as a command', async () => {
    const { run } = workspace({
      'p/KNOWLEDGE.md': packText({ name: 'p', description: 'red \u001b[31m and \u202eback\u202c and a\nbreak' }),
      'bad\u001b[2J/KNOWLEDGE.md': '---\nname: [\n---\n',
    })
    for (const argv of [[], ['--all'], ['--json'], ['--format', 'xml'], ['--format', 'prompt']]) {
      const { out, err } = await run(['--no-user', ...argv], { columns: 80 })
      expect(`${out}${err}`.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u)
    }
  })
})
