import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { wantsColor } from '../../../src/serve/cli/terminal.ts'
import { aliases, verbs } from '../../../src/serve/cli/verbs.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'

async function run(
  ...argv: readonly string[]
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const terminal = fakeTerminal()
  const code = await main(argv, terminal)
  return { code, stdout: terminal.stdout, stderr: terminal.stderr }
}

const names = [...new Set([...Object.keys(verbs), ...Object.keys(aliases)])]

describe('help', () => {
  test.each(names)('AK-334: %s --help exits 0 with purpose, inputs, outputs and examples', async (name) => {
    const { code, stdout, stderr } = await run(name, '--help')
    expect(code).toBe(0)
    expect(stderr).toBe('')
    for (const part of [
      /^Usage: lorefence /m,
      /^Purpose: {2}\S/m,
      /^Inputs: {3}\S/m,
      /^Outputs: {2}\S/m,
      /^Options:$/m,
      /^Examples:\n {2}lorefence /m,
    ])
      expect(stdout).toMatch(part)
  })

  test.each(names)('AK-338: %s --help says what network, credentials and models are used', async (name) => {
    expect((await run(name, '--help')).stdout).toMatch(/^Network: {2}\S/m)
  })

  test('AK-334: the overview lists every verb, those of the reference tool too', async () => {
    const { stdout } = await run('--help')
    for (const name of names) expect(stdout).toMatch(new RegExp(`^  ${name} +\\S`, 'm'))
  })

  test('AK-338: the overview says that nothing is used unless a verb says so', async () => {
    const { code, stdout } = await run('--help')
    expect(code).toBe(0)
    expect(stdout).toContain('No verb uses the network, credentials or a model unless its help says so.')
  })

  test('no line of the help is wider than 100 columns', async () => {
    for (const name of names) {
      const lines = (await run(name, '--help')).stdout
        .split('\n')
        .filter((line) => !line.startsWith('  lorefence ') && !line.includes('Usage'))
      expect(lines.filter((line) => line.length > 100)).toEqual([])
    }
  })

  test('is the same however it is asked for', async () => {
    const { stdout } = await run('validate', '--help')
    expect((await run('help', 'validate')).stdout).toBe(stdout)
    expect((await run('--help', 'validate')).stdout).toBe(stdout)
    expect((await run('validate', '-h')).stdout).toBe(stdout)
    expect((await run()).stdout).toBe((await run('help')).stdout)
  })
})

describe('wrong words', () => {
  test.each([
    [['read', 'x', '--budget', '-1'], '--budget takes a whole number, not "-1".'],
    [
      ['read', 'x', '--also', 'port', '--also', '--json'],
      '--also takes WORDS, not "--json". Try "lorefence read --help".',
    ],
    [['read', 'x', '--budget=-1'], '--budget takes a whole number, not "-1".'],
    [['read', 'x', '--budget'], '--budget takes TOKENS. Try "lorefence read --help".'],
    [['read', 'x', '--root', '--json'], '--root takes DIR, not "--json". Try "lorefence read --help".'],
    [['validate', '.', '--json', '--format', 'sarif'], '--json and --format sarif contradict each other; remove one.'],
    [['catalog', '--json', '--format=xml'], '--json and --format xml contradict each other; remove one.'],
  ])('%j exits 2 and says what is right', async (argv, message) => {
    const { code, stderr } = await run(...argv)
    expect([code, stderr]).toEqual([2, `lorefence: ${message}\n`])
  })

  test('an unknown verb exits 2 and offers the nearest', async () => {
    expect(await run('valdate', '.')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'lorefence: unknown verb "valdate". Did you mean "validate"? Try "lorefence --help".\n',
    })
  })

  test('a path in the place of the verb is recognised', async () => {
    expect((await run('docs/knowledge.yaml')).stderr).toBe(
      'lorefence: unknown verb "docs/knowledge.yaml". To validate a file or folder: lorefence validate docs/knowledge.yaml Try "lorefence --help".\n',
    )
  })

  test('names that every object has are no verbs', async () => {
    for (const name of ['constructor', '__proto__', 'toString']) expect((await run(name)).code).toBe(2)
  })

  test('an unknown flag exits 2 and offers the nearest', async () => {
    expect(await run('validate', '.', '--strick')).toEqual({
      code: 2,
      stdout: '',
      stderr: `lorefence: unknown option "--strick". Did you mean "--strict"? Try "lorefence validate --help".\n`,
    })
  })

  test('an unknown format exits 2 and offers the nearest', async () => {
    expect((await run('validate', '.', '--format', 'sarf')).stderr).toBe(
      'lorefence: --format takes text, json, sarif or github, not "sarf". Did you mean "sarif"?\n',
    )
  })

  test.each([
    [['--output'], '--output takes FILE.'],
    [['--output', '--json'], '--output takes FILE, not "--json".'],
    [['--strict=yes'], '--strict takes no value, but has "yes".'],
    [['-x'], 'unknown option "-x".'],
    [['--no-json'], 'unknown option "--no-json".'],
  ])('%j exits 2 and says what is expected', async (words, message) => {
    const { code, stderr } = await run('validate', '.', ...words)
    expect(code).toBe(2)
    expect(stderr).toBe(`lorefence: ${message} Try "lorefence validate --help".\n`)
  })

  test('no path at all exits 2 and shows how', async () => {
    expect(await run('validate')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'lorefence: validate needs a path. Try "lorefence validate .".\n',
    })
  })

  test('AK-333: with --json the trouble has the five keys', async () => {
    const { stdout } = await run('valdate', '--json')
    expect(Object.keys(JSON.parse(stdout) as object)).toEqual(
      expect.arrayContaining(['ok', 'status', 'command', 'pack', 'findings']),
    )
  })
})

describe('colours', () => {
  test.each([
    ['a terminal', {}, true, true],
    ['a pipe', {}, false, false],
    ['NO_COLOR on a terminal', { NO_COLOR: '1' }, true, false],
    ['an empty NO_COLOR', { NO_COLOR: '' }, true, true],
    ['a dumb terminal', { TERM: 'dumb' }, true, false],
    ['FORCE_COLOR in a build log', { FORCE_COLOR: '1' }, false, true],
    ['FORCE_COLOR=0', { FORCE_COLOR: '0' }, false, false],
    ['NO_COLOR beside FORCE_COLOR', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  ])('%s', (_, env, isTerminal, expected) => {
    expect(wantsColor(env, isTerminal)).toBe(expected)
  })
})
