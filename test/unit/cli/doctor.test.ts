import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal, type FakeTerminalOptions } from '../../support/fake-terminal.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const guide = (status: string): string =>
  `---\nname: kiosk\ndescription: Facts on the Harbor Kiosk terminal, for support.\ntype: brand-product\nprofile: wiki-first\nstatus: ${status}\n---\n\n# Kiosk\n`

function workspace(status = 'ready', tree: Readonly<Record<string, string>> = {}) {
  const cwd = tempFolder({ '.agents/knowledge/kiosk/KNOWLEDGE.md': guide(status), ...tree })
  const home = tempFolder()
  const run = async (argv: readonly string[], options: FakeTerminalOptions = {}) => {
    const terminal = fakeTerminal({ cwd, env: { HOME: home }, ...options })
    return { code: await main(argv, terminal), out: terminal.stdout, err: terminal.stderr }
  }
  return { run, cwd, home, state: join(home, '.local/state/lorefence') }
}

const yes = { interactive: true, answers: [true] }

describe('lorefence doctor', () => {
  test('a fresh workspace is told how to be granted, and is healthy once it is', async () => {
    const { run, home } = workspace()
    expect(await run(['doctor'])).toEqual({
      code: 1,
      out: [
        '! Entries that are not granted (1)',
        '  pack:kiosk (.agents/knowledge/kiosk/KNOWLEDGE.md)',
        '    A model sees only its name. Review it, then grant it.',
        '    $ lorefence trust .agents/knowledge/kiosk',
        '',
        '1 problem to fix.',
        '',
      ].join('\n'),
      err: '',
    })
    expect(readdirSync(home)).toEqual([])
    await run(['trust', '.agents/knowledge/kiosk'], yes)
    expect(await run(['doctor'])).toEqual({
      code: 0,
      out: '✓ Nothing to fix: 1 pack and 0 manifests checked.\n',
      err: '',
    })
  })

  test('--json has every check with its state', async () => {
    const { run } = workspace('draft')
    const { code, out } = await run(['doctor', '--json'])
    const found = JSON.parse(out) as {
      readonly checks: readonly { readonly id: string; readonly state: string; readonly items: readonly unknown[] }[]
    }
    expect(code).toBe(1)
    expect(found).toMatchObject({ schemaVersion: 1, kind: 'doctor', ok: false, status: 'failed', command: 'doctor' })
    expect(found.checks.map(({ id }) => id)).toEqual([
      'config',
      'state',
      'store',
      'roots',
      'scan',
      'quarantined',
      'unreadable-fields',
      'missing-files',
      'approval-stale',
      'lapsed',
      'ungranted',
      'shadowed',
      'waiting',
      'approvals',
      'stale-packs',
      'stale-units',
      'asking',
      'disabled',
      'clients',
      'unnamed',
      'advisory',
    ])
    expect(found.checks.find(({ id }) => id === 'waiting')?.items).toEqual([
      {
        state: 'fix',
        ref: 'pack:kiosk',
        path: '.agents/knowledge/kiosk/KNOWLEDGE.md',
        detail: 'Its status is draft. An approval lasts 24 hours.',
        command: 'lorefence approve pack:kiosk',
      },
    ])
  })

  test('KCP-230: notes about what cannot be enforced are said once for all who declare them, and exit 0', async () => {
    const units = ['setup', 'paper']
      .map((id) => `  - {id: ${id}, path: ${id}.md, intent: How?, scope: global, audience: [agent], license: MIT}\n`)
      .join('')
    const { run } = workspace('ready', {
      'knowledge.yaml': `kcp_version: "0.14"\nproject: Harbor\nversion: 1.0.0\nunits:\n${units}`,
      'setup.md': '# Setup\n',
      'paper.md': '# Paper\n',
    })
    await run(['trust', '.'], yes)
    expect(await run(['doctor'])).toMatchObject({
      code: 0,
      out: [
        '· Declared limits that cannot be enforced here (KCP §14.1) (2)',
        '  unit:harbor/setup, unit:harbor/paper',
        '    license: its terms are passed on with the text; compliance is not monitored.',
        '',
        '✓ Nothing to fix: 1 pack and 1 manifest checked.',
        '',
      ].join('\n'),
    })
  })

  test('where there is no knowledge yet it says how to start', async () => {
    const terminal = fakeTerminal({ cwd: tempFolder(), env: { HOME: tempFolder() } })
    expect([await main(['doctor'], terminal), terminal.stdout]).toEqual([
      0,
      '✓ Nothing to fix: 0 packs and 0 manifests checked.\nThere is no knowledge here. Start with: lorefence init, or read plain documents with --docs DIR.\n',
    ])
  })

  test('a path names the workspace, and the commands about refs look there too', async () => {
    const { run, cwd } = workspace('draft')
    mkdirSync(join(cwd, 'below'))
    const { out } = await run(['doctor', '..'], { cwd: join(cwd, 'below') })
    expect(out).toContain(`$ lorefence trust ${cwd}/.agents/knowledge/kiosk\n`)
    expect(out).toContain(`$ lorefence approve pack:kiosk --root ${cwd}\n`)
  })

  test('a workspace that is not there is a finding, two paths are wrong use', async () => {
    const { run, cwd } = workspace()
    expect(await run(['doctor', 'nowhere'])).toMatchObject({
      code: 1,
      out: expect.stringContaining(`  ${cwd}/nowhere\n    It does not exist (workspace). Check its spelling.\n`),
    })
    expect((await run(['doctor', 'a', 'b'])).code).toBe(2)
  })

  test('a state folder that others may read is told, and a damaged grant stops the rest', async () => {
    const { run, state } = workspace()
    await run(['trust', '.'], yes)
    chmodSync(join(state, 'grants'), 0o755)
    expect((await run(['doctor'])).out).toContain(
      `Other users have access: its mode is 0755.\n    $ chmod go-rwx ${state}/grants\n`,
    )
    const [file = ''] = readdirSync(join(state, 'grants'))
    writeFileSync(join(state, 'grants', file), '{')
    const { code, out } = await run(['doctor'])
    expect(code).toBe(1)
    expect(out).toContain(`$ rm ${state}/grants/${file}\n`)
  })

  test.each(['state', 'state/deeper'])('a file where the state folder should be is told: %s', async (place) => {
    const { run, home } = workspace()
    writeFileSync(join(home, 'state'), '')
    const { code, out } = await run(['doctor'], { env: { HOME: home, LOREFENCE_STATE: join(home, place) } })
    expect(code).toBe(1)
    expect(out).toContain(`  ${home}/${place}\n    It is a file or inside one, so nothing can be decided or checked.`)
  })
})
