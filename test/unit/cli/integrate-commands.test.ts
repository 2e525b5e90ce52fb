import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { runShellHook } from '../../../src/serve/hook/shell-hook.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** Every file and folder below one, with the contents of files. */
const treeOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) => {
      const place = join(folder, path)
      return statSync(place).isFile() ? `${path}: ${readFileSync(place, 'utf8')}` : path
    })

function machine(tree: Readonly<Record<string, string>> = {}) {
  const home = tempFolder(tree)
  const env = { HOME: home, PATH: process.env['PATH'] }
  // Answers as the hook does for a command with a card, and with noise.
  const program = join(
    tempFolder({
      'cli.js': '',
      'hook.cjs': `
        const replies = {
          'pre-tool-use': { additionalContext: 'CARD' },
          'post-tool-use': { updatedToolOutput: { stdout: 'SHORT' } },
        }
        exports.runShellHook = async (event, { out }) => out(JSON.stringify({ hookSpecificOutput: replies[event] }))`,
    }),
    'cli.js',
  )
  const integrate = async (...argv: readonly string[]) => {
    const terminal = fakeTerminal({ cwd: tempFolder(), env, program: () => [process.execPath, program] })
    return { code: await main(['integrate', ...argv, '--commands', '--yes'], terminal), err: terminal.stderr }
  }
  const hook = async (command: string): Promise<void> => {
    await runShellHook('pre-tool-use', {
      stdin: async () => Buffer.from(JSON.stringify({ session_id: 's', tool_name: 'Bash', tool_input: { command } })),
      out: () => undefined,
      err: () => undefined,
      env,
      cwd: home,
    })
  }
  return { home, integrate, hook, program }
}

describe.each(['claude-code', 'opencode'])('integrate %s --commands', (client) => {
  test('on, used and off: the home folder is as it was, byte for byte', async () => {
    const used = {
      '.claude/settings.json': '{\n  "model": "opus",\n  "hooks": { "Stop": [] }\n}\n',
      '.config/opencode/opencode.json': '{ "theme": "x" }',
      '.kcp/commands/deploy.yaml': 'command: deploy\n',
      'notes.md': 'mine',
    }
    for (const tree of [{}, used]) {
      const { home, integrate, hook } = machine(tree)
      const before = treeOf(home)
      expect((await integrate(client)).code).toBe(0)
      await hook('mvn test')
      await hook('git status')
      expect(treeOf(home).length).toBeGreaterThan(before.length)
      const { code, err } = await integrate(client, '--remove')
      expect({ code, told: err.includes('Removed 2 events') }).toEqual({ code: 0, told: true })
      expect(treeOf(home)).toEqual(before)
    }
  }, 120_000)
})

describe('the plugin of OpenCode', () => {
  const outputOf = async (home: string, tool: string, metadata: object): Promise<string> => {
    const written = readFileSync(join(home, '.config/opencode/plugin/lorefence-commands.js'), 'utf8')
    const copy = join(home, 'copy.mjs')
    writeFileSync(copy, written)
    const { LorefenceCommands } = (await import(pathToFileURL(copy).href)) as {
      LorefenceCommands: (place: object) => Promise<Record<string, (input: object, output: object) => Promise<void>>>
    }
    const hooks = await LorefenceCommands({ directory: home })
    const input = { tool, sessionID: 's', callID: 'c' }
    const output = { output: 'LONG', metadata }
    await hooks['tool.execute.before']?.(input, { args: { command: 'mvn test' } })
    await hooks['tool.execute.after']?.(input, output)
    return output.output
  }

  test('brings the card with the output, and leaves that of a failed command whole', async () => {
    const { home, integrate } = machine()
    await integrate('opencode')
    expect(await outputOf(home, 'bash', { exit: 0 })).toBe('CARD\nSHORT')
    expect(await outputOf(home, 'bash', { exit: 3 })).toBe('CARD\nLONG')
    expect(await outputOf(home, 'bash', { exit: null })).toBe('CARD\nLONG')
    expect(await outputOf(home, 'read', { exit: 0 })).toBe('LONG')
  })

  test('starts no process, and changes nothing where lorefence is gone', async () => {
    const { home, integrate, program } = machine()
    await integrate('opencode')
    expect(readFileSync(join(home, '.config/opencode/plugin/lorefence-commands.js'), 'utf8')).not.toContain(
      'child_process',
    )
    rmSync(program.replace('cli.js', 'hook.cjs'))
    expect(await outputOf(home, 'bash', { exit: 0 })).toBe('LONG')
  })
})
