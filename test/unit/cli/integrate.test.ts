import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { clientCases } from '../../support/client-settings.ts'
import { fakeTerminal, type FakeTerminalOptions } from '../../support/fake-terminal.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** A server that answers the two questions, or does what its first argument says. */
const server = `
const lines = require('node:readline').createInterface({ input: process.stdin })
lines.on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  const say = (result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
  if (method === 'initialize') say({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'lorefence', version: '9.9.9' } })
  if (method === 'tools/list') say({ tools: [{ name: 'read' }, { name: 'looks', description: process.argv.slice(2).join(' ') }] })
})
`

function machine(tree: Readonly<Record<string, string>> = {}, script = server) {
  const home = tempFolder(tree)
  const cwd = tempFolder()
  const program = join(tempFolder({ 'cli.cjs': script }), 'cli.cjs')
  const run = async (argv: readonly string[], options: FakeTerminalOptions = {}) => {
    const terminal = fakeTerminal({
      cwd,
      env: { HOME: home, PATH: process.env['PATH'] },
      program: () => [process.execPath, program],
      ...options,
    })
    return { code: await main(['integrate', ...argv], terminal), out: terminal.stdout, err: terminal.stderr }
  }
  const settings = (path: string): string => readFileSync(join(home, path), 'utf8')
  return { run, home, cwd, program, settings }
}

describe.each(clientCases)('lorefence integrate $id', ({ id, file, used }) => {
  test('in an empty home folder it writes the settings, the server answers, and --remove leaves nothing', async () => {
    const { run, home, program, settings } = machine()
    const { code, out, err } = await run([id, '--yes'])
    expect({ code, answers: err.includes('The server answers: lorefence 9.9.9 with read, looks') }).toEqual({
      code: 0,
      answers: true,
    })
    expect(out).toContain(`+++ b/${file}\n`)
    expect(settings(file)).toContain(JSON.stringify(program))
    expect(await run([id, '--yes'])).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringContaining('already contains the server'),
    })
    expect((await run([id, '--remove', '--yes'])).code).toBe(0)
    expect(existsSync(join(home, file))).toBe(false)
  })

  test('it merges into used settings, keeps their mode, shows no value of others, and --remove restores the bytes', async () => {
    const { run, home, settings } = machine({ [file]: used })
    chmodSync(join(home, file), 0o600)
    const { code, out } = await run([id, '--yes'])
    expect(code).toBe(0)
    expect(out).not.toContain('t0p-s3cret-value')
    expect(out).not.toContain('"npx"')
    expect(settings(file)).not.toBe(used)
    expect(statSync(join(home, file)).mode & 0o777).toBe(0o600)
    await run([id, '--remove', '--yes'])
    expect(settings(file)).toBe(used)
    expect(statSync(join(home, file)).mode & 0o777).toBe(0o600)
  })

  test('malformed settings stay as they are', async () => {
    const { run, settings } = machine({ [file]: '{ "a": [ }' })
    expect(await run([id, '--yes'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/not changed\. It is not valid (?:JSON|TOML)/),
    })
    expect(settings(file)).toBe('{ "a": [ }')
  })
})

describe('lorefence integrate', () => {
  test('shows the difference first and writes only after a yes', async () => {
    const { run, home, program } = machine()
    const shown = await run(['cursor'], { interactive: true, answers: [false] })
    expect(shown.code).toBe(1)
    expect(shown.out).toBe(
      `--- a/.cursor/mcp.json\n+++ b/.cursor/mcp.json\n@@ -0,0 +1,13 @@\n+{\n+  "mcpServers": {\n+    "lorefence": {\n+      "command": "${process.execPath}",\n+      "args": [\n+        "${program}",\n+        "mcp",\n+        "--root",\n+        "\${workspaceFolder}"\n+      ]\n+    }\n+  }\n+}\n`,
    )
    expect(existsSync(join(home, '.cursor'))).toBe(false)
    expect((await run(['cursor'], { interactive: true, answers: [true] })).code).toBe(0)
    expect(existsSync(join(home, '.cursor/mcp.json'))).toBe(true)
  })

  test('without a person it needs --yes, and says so', async () => {
    const { run, home } = machine()
    expect(await run(['zed'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('stdin is not a terminal. Add --yes.'),
    })
    expect(existsSync(join(home, '.config'))).toBe(false)
  })

  test('--dry-run writes nothing and starts nothing', async () => {
    const { run, home } = machine({}, 'process.exit(3)')
    expect(await run(['codex', '--dry-run'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('+[mcp_servers.lorefence]\n'),
    })
    expect(existsSync(join(home, '.codex'))).toBe(false)
  })

  test('all sets up the clients that were used here, and no others', async () => {
    const { run, home } = machine({
      '.cursor/x': '',
      '.config/zed/settings.json': '{}\n',
      '.claude/settings.json': '{}',
    })
    const { code, out } = await run(['all', '--yes', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      schemaVersion: 1,
      kind: 'integrate',
      ok: true,
      clients: [
        { client: 'claude-code', action: 'added' },
        { client: 'cursor', action: 'added' },
        { client: 'zed', action: 'changed' },
      ],
      server: { ok: true, tools: ['read', 'looks'] },
    })
    expect(existsSync(join(home, '.codex'))).toBe(false)
    expect(await machine().run(['all', '--yes'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('No client was found on this machine.'),
    })
  })

  test('--project writes beside the project, and checks the server without npx', async () => {
    const { run, cwd, home } = machine()
    const { code, err } = await run(['claude-code', '--project', '--yes'])
    expect(code).toBe(0)
    expect(err).toContain('This file is shared with the project: npx starts lorefence from its node_modules')
    expect(err).toContain('Checked with this program; npx was not started, since it may download the package.')
    expect(err).toContain('The server answers: lorefence 9.9.9')
    expect(existsSync(join(cwd, '.mcp.json'))).toBe(true)
    expect(existsSync(join(home, '.claude.json'))).toBe(false)
    expect((await run(['claude-desktop', '--project', '--yes'])).code).toBe(2)
  })

  test.each([
    ['claude-code', '.mcp.json', ['mcp'], ['mcp', '--root', 'docs', '--packs', '.']],
    [
      'cursor',
      '.cursor/mcp.json',
      ['mcp', '--root', '${workspaceFolder}'],
      ['mcp', '--root', '${workspaceFolder}/docs', '--packs', '${workspaceFolder}'],
    ],
    [
      'vscode',
      '.vscode/mcp.json',
      ['mcp', '--root', '${workspaceFolder}'],
      ['mcp', '--root', '${workspaceFolder}/docs', '--packs', '${workspaceFolder}'],
    ],
    ['codex', '.codex/config.toml', ['mcp'], ['mcp', '--root', 'docs', '--packs', '.']],
    ['opencode', 'opencode.json', ['mcp'], ['mcp', '--root', 'docs', '--packs', '.']],
    ['zed', '.zed/settings.json', ['mcp'], ['mcp', '--root', 'docs', '--packs', '.']],
  ])('the project settings of %s are the same on every machine', async (id, file, open, named) => {
    const { run, cwd, home, program } = machine()
    for (const [options, args] of [
      [[], open],
      [['--root', join(cwd, 'docs'), '--packs', '.'], named],
    ] as const) {
      expect((await run([id, '--project', ...options, '--yes'])).code).toBe(0)
      const written = readFileSync(join(cwd, file), 'utf8')
      for (const path of [cwd, home, program, process.execPath]) expect(written).not.toContain(path)
      expect(written.match(/"[^"]*"/g)?.join(' ')).toContain(
        ['-y', 'lorefence', ...args].map((word) => JSON.stringify(word)).join(' '),
      )
    }
  })

  test.each(['..', '/srv/packs'])('project settings do not name %s, which others do not have', async (path) => {
    const { run, cwd } = machine()
    expect(await run(['zed', '--project', '--packs', path, '--yes'])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`--packs "${path}" is not in this project`),
    })
    expect(existsSync(join(cwd, '.zed'))).toBe(false)
  })

  test.each([
    ['claude-code', '.claude.json', '"alwaysLoad": true', '"alwaysLoad": false', []],
    ['claude-code', '.mcp.json', '"alwaysLoad": true', '"alwaysLoad": false', ['--project']],
    ['codex', '.codex/config.toml', 'required = true', 'required = false', []],
    ['codex', '.codex/config.toml', 'startup_timeout_sec = 60', 'startup_timeout_sec = 90', ['--project']],
    ['opencode', '.config/opencode/opencode.json', '"enabled": true', '"enabled": false', []],
  ])('%s: what a person set in %s stays (%s)', async (id, file, ours, theirs, options) => {
    const { run, cwd, home } = machine()
    const path = join(options.length > 0 ? cwd : home, file)
    await run([id, '--yes', ...options])
    const text = readFileSync(path, 'utf8')
    expect(text).toContain(ours)
    writeFileSync(path, text.replace(ours, theirs))
    await run([id, '--root', 'docs', '--yes', ...options])
    expect(readFileSync(path, 'utf8')).toContain(theirs)
    expect(readFileSync(path, 'utf8')).toContain('docs')
    await run([id, '--remove', '--yes', ...options])
    expect(existsSync(path)).toBe(false)
  })

  test('an entry of Codex without "required" gets it', async () => {
    const { run, home, settings } = machine()
    await run(['codex', '--yes'])
    const written = settings('.codex/config.toml')
    writeFileSync(join(home, '.codex/config.toml'), written.replace('required = true\n', ''))
    await run(['codex', '--yes'])
    expect(settings('.codex/config.toml').split('\n').sort()).toEqual(written.split('\n').sort())
  })

  test('--project keeps nothing of an entry that a repository brought along', async () => {
    const { run, cwd, program } = machine()
    writeFileSync(
      join(cwd, '.mcp.json'),
      JSON.stringify({
        mcpServers: {
          lorefence: {
            type: 'stdio',
            command: process.execPath,
            args: [program, 'mcp'],
            env: { NODE_OPTIONS: '--require ./evil.js' },
          },
        },
      }),
    )
    await run(['claude-code', '--project', '--yes'])
    expect(JSON.parse(readFileSync(join(cwd, '.mcp.json'), 'utf8'))).toEqual({
      mcpServers: { lorefence: { type: 'stdio', alwaysLoad: true, command: 'npx', args: ['-y', 'lorefence', 'mcp'] } },
    })
    expect((await run(['claude-code', '--project', '--yes'])).err).toContain('already contains the server')
  })

  test('--root and --packs go to the server as absolute paths', async () => {
    const { run, cwd, settings } = machine()
    await run(['codex', '--root', 'docs', '--packs', '/srv/packs', '--yes'])
    expect(settings('.codex/config.toml')).toContain(`"mcp", "--root", "${cwd}/docs", "--packs", "/srv/packs"]`)
  })

  test('Claude Desktop, which knows no project, is told the current folder', async () => {
    const { run, cwd } = machine()
    expect((await run(['claude-desktop', '--yes'])).err).toContain(`has no project folder; the server will use ${cwd}.`)
  })

  test('settings behind a link that leaves the home folder are not touched', async () => {
    const { run, home } = machine()
    const outside = join(tempFolder({ 'mcp.json': '{}' }), 'mcp.json')
    mkdirSync(join(home, '.cursor'))
    symlinkSync(outside, join(home, '.cursor/mcp.json'))
    expect((await run(['cursor', '--yes'])).code).toBe(1)
    expect(readFileSync(outside, 'utf8')).toBe('{}')
  })

  test('settings behind a link within the home folder are, and the link stays', async () => {
    const { run, home, settings } = machine({ 'dotfiles/mcp.json': '{}' })
    mkdirSync(join(home, '.cursor'))
    symlinkSync('../dotfiles/mcp.json', join(home, '.cursor/mcp.json'))
    expect((await run(['cursor', '--yes'])).code).toBe(0)
    expect(settings('dotfiles/mcp.json')).toContain('lorefence')
  })

  test('a byte order mark survives', async () => {
    const { run, settings } = machine({ '.cursor/mcp.json': '\ufeff{"a": 1}' })
    await run(['cursor', '--yes'])
    expect(settings('.cursor/mcp.json')).toMatch(/^\ufeff\{"a": 1, "mcpServers"/)
    await run(['cursor', '--remove', '--yes'])
    expect(settings('.cursor/mcp.json')).toBe('\ufeff{"a": 1}')
  })

  test.each([
    [
      'process.stderr.write("lorefence: no such verb\\n"); process.exit(2)',
      'It ended with exit code 2: lorefence: no such verb.',
    ],
    ['process.stdin.resume(); process.stdout.write("hello\\n")', 'It wrote a line that is not JSON-RPC.'],
    [server.replace('say({ tools', 'throw new Error("x"); say({ tools'), 'It ended with exit code 1'],
  ])('a server that does not answer is told: %.30s', async (script, detail) => {
    const { run } = machine({}, script)
    expect(await run(['cursor', '--yes'])).toMatchObject({
      code: 1,
      err: expect.stringContaining(`The server does not answer. ${detail}`),
    })
  })

  test('an unknown client gets a suggestion', async () => {
    expect(await machine().run(['curser'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('unknown client "curser". Did you mean "cursor"?'),
    })
  })
})

describe('lorefence doctor', () => {
  test('names each client that was used: unknown to it, started from a path that is gone, or unreadable', async () => {
    const { run, home, cwd, program } = machine({ '.cursor/mcp.json': '{', '.config/zed/x': '' })
    await run(['codex', '--yes'])
    writeFileSync(
      join(home, '.claude.json'),
      JSON.stringify({
        mcpServers: { lorefence: { command: process.execPath, args: [join(dirname(program), 'gone.js'), 'mcp'] } },
      }),
    )
    const terminal = fakeTerminal({ cwd, env: { HOME: home } })
    expect(await main(['doctor', '--json'], terminal)).toBe(1)
    const { checks } = JSON.parse(terminal.stdout) as { checks: readonly { id: string; items: readonly unknown[] }[] }
    expect(checks.find(({ id }) => id === 'clients')?.items).toEqual([
      {
        state: 'fix',
        ref: 'client:claude-code',
        path: `${home}/.claude.json`,
        detail: `It starts "${dirname(program)}/gone.js", which does not exist.`,
        command: 'lorefence integrate claude-code',
      },
      {
        state: 'fix',
        ref: 'client:cursor',
        path: `${home}/.cursor/mcp.json`,
        detail: expect.stringContaining('Its settings cannot be edited. It is not valid JSON'),
      },
      {
        state: 'note',
        ref: 'client:zed',
        path: `${home}/.config/zed/settings.json`,
        detail: 'It is used on this machine and has no entry for this server.',
        command: 'lorefence integrate all',
      },
    ])
  })
})
