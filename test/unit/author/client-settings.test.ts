import { describe, expect, test } from 'vitest'
import { clients, serverCommand } from '../../../src/author/clients/clients.ts'
import { clientCases } from '../../support/client-settings.ts'

const program = ['/opt/node', '/opt/lorefence/dist/cli.js'] as const
const wishes = { program, roots: [], packs: [], folder: '/work/harbor' }

function clientNamed(id: string) {
  const client = clients.find((known) => known.id === id)
  if (!client) throw new Error(`no client ${id}`)
  const command = serverCommand(client, wishes)
  const added = (text: string): string => {
    const edited = client.editor.add(text, command, client.presets?.own)
    return edited.ok ? (edited.text ?? '') : edited.detail
  }
  return { ...client, command, added }
}

test('every client has its case', () => {
  expect(clients.map(({ id }) => id)).toEqual(clientCases.map(({ id }) => id))
})

describe.each(clientCases)('$id', ({ id, file, fresh, used }) => {
  const client = clientNamed(id)

  test('its settings stand where it looks for them on Linux', () => {
    const { root, files } = client.userPlace({ platform: 'linux', home: '/home/mara', env: {} })
    expect([root, files[0]]).toEqual(['/home/mara', file])
  })

  test('without settings a whole file is written, and removing leaves none', () => {
    expect(client.added('')).toBe(fresh)
    expect(client.editor.remove(fresh)).toEqual({ ok: true })
  })

  test('adding to used settings keeps every line and comment, and removing restores the bytes', () => {
    const text = client.added(used)
    const words = (lines: string): readonly string[] => lines.split(/[\s,]+/)
    expect(words(text)).toEqual(expect.arrayContaining([...words(used)].filter((word) => !/[{}]/.test(word))))
    expect(client.editor.find(text)).toMatchObject({ state: 'registered', command: client.command })
    expect(client.editor.remove(text)).toEqual({ ok: true, text: used })
  })

  test('adding twice changes nothing', () => {
    expect(client.added(client.added(used))).toBe(client.added(used))
  })

  test('an older command is replaced, what a person added beside it stays', () => {
    const older = client.added(used).replaceAll('/opt/node', '/old/node')
    expect(client.editor.find(older)).not.toEqual(client.editor.find(client.added(used)))
    expect(client.editor.find(client.added(older))).toMatchObject({ state: 'registered', command: client.command })
  })

  test('malformed settings are refused with a place', () => {
    const broken = id === 'codex' ? 'model = "o4"\ncommand "npx"\n' : '{\n  "mcpServers": {,\n}\n'
    expect(client.editor.add(broken, client.command)).toEqual({
      ok: false,
      detail: expect.stringMatching(/^It is not valid (?:TOML|JSON).* in line 2/),
    })
    expect(client.editor.remove(broken)).toMatchObject({ ok: false })
    expect(client.editor.find(broken)).toMatchObject({ state: 'unreadable' })
  })
})

describe('what JSON settings look like afterwards', () => {
  test('comments stay at their lines, a trailing comma stays the custom', () => {
    expect(
      clientNamed('vscode').added('{\n\t"servers": {\n\t\t"memory": { "command": "npx" }, // keep\n\t},\n}\n'),
    ).toBe(
      '{\n\t"servers": {\n\t\t"memory": { "command": "npx" }, // keep\n\t\t"lorefence": {\n\t\t\t"type": "stdio",\n\t\t\t"command": "/opt/node",\n\t\t\t"args": [\n\t\t\t\t"/opt/lorefence/dist/cli.js",\n\t\t\t\t"mcp",\n\t\t\t\t"--root",\n\t\t\t\t"${workspaceFolder}"\n\t\t\t]\n\t\t},\n\t},\n}\n',
    )
  })

  test('one line stays one line', () => {
    expect(clientNamed('cursor').added('{"mcpServers":{"a":{}}}')).toBe(
      '{"mcpServers":{"a":{}, "lorefence": {"command":"/opt/node","args":["/opt/lorefence/dist/cli.js","mcp","--root","${workspaceFolder}"]}}}',
    )
  })

  test('variables that a person gave the server survive a new command', () => {
    const { added } = clientNamed('zed')
    const own = added(
      '{"context_servers": {"lorefence": {"command": "/old", "args": [], "env": {"KCP_ENVIRONMENT": "staging"}}}}',
    )
    expect(JSON.parse(own)).toEqual({
      context_servers: {
        lorefence: {
          command: '/opt/node',
          args: ['/opt/lorefence/dist/cli.js', 'mcp'],
          env: { KCP_ENVIRONMENT: 'staging' },
        },
      },
    })
  })

  test.each([
    ['[]', 'It is not a JSON object.'],
    ['{"mcpServers": []}', 'Its key "mcpServers" is not an object.'],
    ['{"mcpServers": {}, "mcpServers": {}}', 'It contains the key "mcpServers" twice.'],
    ['['.repeat(200_000), expect.stringMatching(/^It is n/)],
  ])('%.40s is left alone', (text, detail) => {
    expect(clientNamed('cursor').editor.add(text, ['/opt/node'])).toEqual({ ok: false, detail })
  })

  test('settings of OpenCode 2 get the entry where it has its servers', () => {
    const text = clientNamed('opencode').added('{\n  "mcp": {\n    "servers": {}\n  }\n}\n')
    expect(JSON.parse(text)).toEqual({
      mcp: { servers: { lorefence: { type: 'local', command: ['/opt/node', '/opt/lorefence/dist/cli.js', 'mcp'] } } },
    })
  })
})

describe('what TOML settings look like afterwards', () => {
  const codex = clientNamed('codex')

  test('the table stands behind the others, and keys of a person in it survive a new command', () => {
    const own = `model = "o4"\n\n[mcp_servers.lorefence] # mine\ncommand = '/old'\nstartup_timeout_sec = 30\n\n[mcp_servers.lorefence.env]\nA = "b"\n\n[profiles.x]\nmodel = "o3"\n`
    expect(codex.added(own)).toBe(
      own.replace(
        `# mine\ncommand = '/old'`,
        '# mine\nargs = ["/opt/lorefence/dist/cli.js", "mcp"]\nrequired = true\ncommand = "/opt/node"',
      ),
    )
    expect(codex.editor.remove(own)).toEqual({ ok: true, text: 'model = "o4"\n\n[profiles.x]\nmodel = "o3"\n' })
  })

  test('what only looks like the table is not it', () => {
    const own =
      'text = """\n[mcp_servers.lorefence]\ncommand = "/x"\n"""\nlist = [\n  "[mcp_servers.lorefence]",\n]\n# [mcp_servers.lorefence]\n'
    expect(codex.editor.find(own)).toEqual({ state: 'absent' })
    expect(codex.editor.remove(own)).toEqual({ ok: true, text: own })
  })

  test.each([
    'mcp_servers = { docs = { command = "x" } }\n',
    '[mcp_servers]\nlorefence = { command = "x" }\n',
    'mcp_servers.lorefence.command = "x"\n',
    '[[mcp_servers]]\nname = "x"\n',
  ])('another form is left alone: %s', (text) => {
    expect(codex.editor.add(text, codex.command)).toEqual({
      ok: false,
      detail: expect.stringContaining('is not a table; write it as a table, or edit it by hand.'),
    })
  })

  test.each(['a = "open\n', 'a = [1, 2\n', 'a = """\nx\n', '[a\n', 'a = 1 2 "3"\n', '= 1\n'])(
    'broken text is left alone: %s',
    (text) => {
      expect(codex.editor.add(text, codex.command)).toMatchObject({ ok: false })
    },
  )
})

describe('places', () => {
  const place = (id: string, platform: string, env: Readonly<Record<string, string>> = {}): string => {
    const { root, files } = clientNamed(id).userPlace({ platform, home: '/home/mara', env })
    return `${root}/${files[0]}`
  }

  test.each([
    ['vscode', 'darwin', {}, '/home/mara/Library/Application Support/Code/User/mcp.json'],
    ['vscode', 'win32', { APPDATA: 'C:/Roaming' }, 'C:/Roaming/Code/User/mcp.json'],
    ['vscode', 'linux', { XDG_CONFIG_HOME: '/cfg' }, '/cfg/Code/User/mcp.json'],
    ['claude-desktop', 'darwin', {}, '/home/mara/Library/Application Support/Claude/claude_desktop_config.json'],
    ['claude-desktop', 'win32', { APPDATA: 'C:/Roaming' }, 'C:/Roaming/Claude/claude_desktop_config.json'],
    ['zed', 'darwin', { XDG_CONFIG_HOME: '/cfg' }, '/home/mara/.config/zed/settings.json'],
    ['zed', 'linux', { XDG_CONFIG_HOME: '/cfg' }, '/cfg/zed/settings.json'],
    ['zed', 'win32', { APPDATA: 'C:/Roaming' }, 'C:/Roaming/Zed/settings.json'],
    ['opencode', 'darwin', {}, '/home/mara/.config/opencode/opencode.json'],
    ['codex', 'linux', { CODEX_HOME: '/codex' }, '/codex/config.toml'],
    ['claude-code', 'linux', { CLAUDE_CONFIG_DIR: '/claude' }, '/claude/.claude.json'],
  ])('%s on %s with %j', (id, platform, env, expected) => {
    expect(place(id, platform, env)).toBe(expected)
  })
})
