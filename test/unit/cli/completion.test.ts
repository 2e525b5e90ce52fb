import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'

const run = async (...argv: readonly string[]) => {
  const terminal = fakeTerminal()
  return { code: await main(['completion', ...argv], terminal), out: terminal.stdout, err: terminal.stderr }
}

describe('completion', () => {
  test.each([
    [['lorefence', 'que'], ['query']],
    [['lorefence', 'trust', '--re'], ['--remove']],
    [
      ['lorefence', 'read', '--pa'],
      ['--packs', '--pack'],
    ],
    [['lorefence', 'read', 'docs'], []],
    [
      ['lorefence', 'integrate', 'cl'],
      ['claude-code', 'claude-desktop'],
    ],
    [['lorefence', 'receipts', 'e'], ['export']],
    [['lorefence', 'receipts', 'show', 'e'], []],
    [['lorefence', 'hook', 's'], ['session-start']],
  ])('bash completes %j to %j', async (words, wanted) => {
    const { out } = await run('bash')
    const ask = `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _lorefence; printf '%s\\n' "\${COMPREPLY[@]}"`
    const found = execFileSync('bash', ['-c', `${out}\n${ask}`], { encoding: 'utf8' })
    expect(found.split('\n').filter(Boolean)).toEqual(wanted)
  })

  test.each(['zsh', 'fish'])('%s gets every verb with its summary, in quotes that close', async (shell) => {
    const { code, out } = await run(shell)
    expect(code).toBe(0)
    for (const verb of ['init', 'read', 'trust', 'completion', 'mcp']) expect(out).toMatch(new RegExp(`\\b${verb}\\b`))
    const unescaped = out.replaceAll("'\\''", '').replaceAll("\\'", '')
    for (const line of unescaped.split('\n')) expect((line.match(/'/g) ?? []).length % 2).toBe(0)
  })

  test('another word is wrong use, and --json holds the script', async () => {
    expect(await run('tcsh')).toMatchObject({ code: 2, err: 'lorefence: completion takes bash, zsh or fish.\n' })
    expect(JSON.parse((await run('bash', '--json')).out)).toMatchObject({ kind: 'completion', shell: 'bash' })
  })
})
