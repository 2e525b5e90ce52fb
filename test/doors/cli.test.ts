import { execFile, spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { manifestText, unitWith } from '../support/manifest-text.ts'
import { tempFolder } from '../support/temp-folder.ts'

const program = resolve('dist/cli.js')
const good = manifestText()
const bad = manifestText({}, unitWith({ scope: 'galaxy' }))

const lorefence = (cwd: string, ...args: readonly string[]): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, [program, ...args], { cwd, encoding: 'utf8', timeout: 20_000 })

/** Runs a line of shell with the program as `$1`, so that descriptors can be closed. */
const shell = (cwd: string, line: string): SpawnSyncReturns<string> =>
  spawnSync('sh', ['-c', line, 'sh', program], { cwd, encoding: 'utf8', timeout: 20_000 })

describe('the built program', () => {
  test('AK-331: exits 0, 1, 2 and 2 for a good document, a bad one, an unknown flag and a missing path', () => {
    const cwd = tempFolder({ 'good/knowledge.yaml': good, 'good/setup.md': '', 'bad/knowledge.yaml': bad })
    expect(lorefence(cwd, 'validate', 'good').status).toBe(0)
    expect(lorefence(cwd, 'validate', 'bad').status).toBe(1)
    expect(lorefence(cwd, 'validate', 'good', '--nonsense').status).toBe(2)
    expect(lorefence(cwd, 'validate', 'nowhere').status).toBe(2)
  })

  test('AK-332: stdout is JSON with stderr closed', () => {
    const cwd = tempFolder({ 'knowledge.yaml': bad, 'setup.md': '' })
    const { stdout, status } = shell(cwd, 'exec node "$1" validate . --json --fix 2>&-')
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1, kind: 'validation', ok: false })
  })

  test('AK-332: trouble with stderr closed still exits 2', () => {
    expect(shell(tempFolder(), 'exec node "$1" validate nowhere 2>&-').status).toBe(2)
  })

  test.each([
    'validate .',
    'validate - --stdin-name knowledge.yaml',
    'validate . --fix',
    'validate',
    '--help',
    'help validate',
    '--version',
    '',
    'init --dry-run',
    'read "How is it set up?"',
    'trust .',
    'schema manifest',
    'read-properties .',
    'to-catalog .',
    'validate-run run.json',
  ])('AK-336: "%s" ends with stdin closed', (args) => {
    const { status, signal } = shell(
      tempFolder({ 'knowledge.yaml': good, 'setup.md': '# Setup\n\nPlug it in.\n', 'run.json': '{}' }),
      `LOREFENCE_STATE="$PWD/state" XDG_CONFIG_HOME="$PWD/config" exec node "$1" ${args} <&-`,
    )
    expect(signal).toBeNull()
    expect([0, 1, 2]).toContain(status)
  })

  test('a reader that stops early is no trouble', () => {
    const cwd = tempFolder({
      'knowledge.yaml': manifestText(
        {},
        ...Array.from({ length: 2000 }, (_, i) => unitWith({ id: `u${i}`, depends_on: ['gone'] })),
      ),
    })
    const { stderr, stdout } = shell(cwd, '(node "$1" validate . --json; echo "exit $?" >&2) | head -n 1')
    expect(stdout).toBe('{\n')
    expect(stderr).toBe('exit 0\n')
  })

  test('a pipe that fills up loses nothing', async () => {
    const cwd = tempFolder({
      'knowledge.yaml': manifestText(
        {},
        ...Array.from({ length: 2000 }, (_, i) => unitWith({ id: `u${i}`, depends_on: ['gone'] })),
      ),
    })
    const child = spawn(process.execPath, [program, 'validate', '.', '--json'], {
      cwd,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const chunks: Buffer[] = []
    for await (const chunk of child.stdout) chunks.push(chunk as Buffer)
    expect(
      (JSON.parse(Buffer.concat(chunks).toString()) as { summary: { warnings: number } }).summary.warnings,
    ).toBeGreaterThanOrEqual(2000)
  })

  test('stdin is read from a pipe', async () => {
    const child = execFile(process.execPath, [program, 'validate', '-', '--stdin-name', 'knowledge.yaml', '--json'])
    child.stdin?.end(good)
    let stdout = ''
    for await (const chunk of child.stdout ?? []) stdout += String(chunk)
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, pack: 'knowledge.yaml' })
  })

  test('colours and progress stay out of a pipe', () => {
    const cwd = tempFolder({ 'knowledge.yaml': bad })
    const { stdout, stderr } = lorefence(cwd, 'validate', '.')
    expect(`${stdout}${stderr}`).not.toContain('\u001b')
  })

  test('--version answers without loading anything else', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(lorefence(tempFolder(), '--version').stdout).toBe(`${version}\n`)
    expect(
      readFileSync(program, 'utf8')
        .split('\n')
        .filter((line) => /^import .*["']node:/.test(line)),
    ).toEqual([])
  })
})
