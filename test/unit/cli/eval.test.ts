import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal, type FakeTerminalOptions } from '../../support/fake-terminal.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const head = (description = 'Facts on the Harbor Kiosk terminal, for support.'): string =>
  `---\nname: kiosk\ndescription: ${description}\ntype: brand-product\nstatus: ready\nprofile: wiki-first\n---\n\n# Kiosk\n`
const suite = (...cases: readonly object[]): string => JSON.stringify({ pack_name: 'kiosk', cases })
const select = { id: 'select-battery', prompt: 'How long does the Harbor Kiosk battery last?', expected: 'select' }
const wrong = { id: 'select-weather', prompt: 'Will it rain in Bergen?', expected: 'select' }

function workspace(files: Record<string, string>) {
  const cwd = tempFolder({
    'packs/kiosk/KNOWLEDGE.md': head(),
    'packs/kiosk/compiled/facts.md': '# Battery\n\nThe battery lasts nine hours.\n',
    ...files,
  })
  const state = tempFolder()
  const env = { HOME: state, LOREFENCE_STATE: join(state, 'state'), XDG_CONFIG_HOME: join(state, 'config') }
  const run = async (argv: readonly string[], options: FakeTerminalOptions = {}) => {
    const terminal = fakeTerminal({ cwd, env, ...options })
    return { code: await main(argv, terminal), out: terminal.stdout, err: terminal.stderr }
  }
  return { cwd, run }
}

const train = 'packs/kiosk/evals/discovery.train.json'
const validation = 'packs/kiosk/evals/discovery.validation.json'

describe('eval', () => {
  test('AK-234: prints one block for each suite, and exits 0 when all pass', async () => {
    const { run } = workspace({ [train]: suite(select), [validation]: suite(select) })
    await run(['trust', '.'], { interactive: true, answers: [true] })
    const { code, out } = await run(['eval', 'kiosk'])
    expect(code).toBe(0)
    expect(out).toBe(
      [
        'kiosk  evals/discovery.train.json: 1 of 1 passed',
        '  precision 1.00  recall 1.00  false positives 0  false negatives 0  warning accuracy 1.00',
        'kiosk  evals/discovery.validation.json: 1 of 1 passed',
        '  precision 1.00  recall 1.00  false positives 0  false negatives 0  warning accuracy 1.00',
        '',
      ].join('\n'),
    )
  })

  test('AK-243: a case that fails is named, and the exit code is 1', async () => {
    const { run } = workspace({ [train]: suite(select, wrong) })
    const { code, out } = await run(['eval'])
    expect(code).toBe(1)
    expect(out).toContain('failed select-weather: expected select, was reject')
  })

  test('of an ungranted pack it says that the metadata had to do', async () => {
    const { run } = workspace({ [train]: suite(select) })
    expect((await run(['eval', 'kiosk'])).out).toContain('evaluated by its catalog metadata only')
  })

  test('AK-232, AK-233: --json has the keys of the result record and the metrics as numbers', async () => {
    const { run } = workspace({ [train]: suite(select, wrong) })
    const { code, out } = await run(['eval', './packs/kiosk', '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      schemaVersion: 1,
      kind: 'eval',
      ok: false,
      pack: 'kiosk',
      pack_name: 'kiosk',
      suite: 'evals/discovery.train.json',
      split: 'train',
      basis: 'metadata',
      results: [
        { id: 'select-battery', expected: 'select', actual: 'select', passed: true },
        { id: 'select-weather', expected: 'select', actual: 'reject', passed: false },
      ],
      summary: { passed: 1, failed: 1, precision: 1, recall: 0.5 },
      precision: 1,
      recall: 0.5,
      false_positive: 0,
      false_negative: 1,
      warning_accuracy: 1,
    })
  })

  test('AK-239: --capture adds eight keys to each result', async () => {
    const { run } = workspace({ [train]: suite(select) })
    const { out } = await run(['eval', 'kiosk', '--capture', '--json'])
    const [result] = (JSON.parse(out) as { readonly results: readonly object[] }).results
    expect(Object.keys(result ?? {}).sort()).toEqual([
      'actual',
      'boundary_warnings',
      'citation_gaps',
      'configuration',
      'duration_ms',
      'eval_id',
      'expected',
      'id',
      'pack_version',
      'passed',
      'selected_files',
      'total_tokens',
    ])
  })

  test('AK-241: --runs stands in the record, with the threshold and the hash of the description', async () => {
    const { run } = workspace({ [train]: suite(select) })
    const { out } = await run(['eval', 'kiosk', '--runs', '3', '--json'])
    expect(JSON.parse(out)).toMatchObject({
      runs_per_query: 3,
      threshold: 0.5,
      description_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string,
    })
    expect(JSON.parse((await run(['eval', 'kiosk', '--json'])).out)).not.toHaveProperty('runs_per_query')
  })

  test('AK-242: --use-evals lets the rejected prompts of the train suite count', async () => {
    const rival = {
      id: 'reject-rival',
      prompt: 'How long does the battery of the Harbor Kiosk rival last?',
      expected: 'reject',
    }
    const { run } = workspace({
      [train]: suite(rival),
      [validation]: suite({ ...rival, prompt: 'Battery of the Harbor Kiosk rival: how long does it last?' }),
    })
    await run(['trust', '.'], { interactive: true, answers: [true] })
    expect((await run(['eval', 'kiosk'])).code).toBe(1)
    expect((await run(['eval', 'kiosk', '--use-evals'])).code).toBe(0)
  })

  test.each([
    [['--threshold', '0.5'], '--threshold requires --runs.'],
    [['--runs', '0'], '--runs takes a whole number from 1.'],
    [['--runs', '2', '--threshold', '2'], '--threshold takes a share from 0 to 1, not "2".'],
  ])('%j exits 2', async (words, message) => {
    const { run } = workspace({ [train]: suite(select) })
    expect(await run(['eval', 'kiosk', ...words])).toMatchObject({ code: 2, err: `lorefence: ${message}\n` })
  })

  test("AK-229: --suite runs a file of one's own; the pack it names is the one that is asked", async () => {
    const { run } = workspace({ 'mine.json': suite(select) })
    expect((await run(['eval', '--suite', 'mine.json'])).out).toContain('kiosk  mine.json: 1 of 1 passed')
  })

  test('AK-229: a broken suite exits 1 with the JSON path', async () => {
    const { run } = workspace({ 'mine.json': suite({ ...select, expected: 'maybe' }) })
    const { code, out } = await run(['eval', 'kiosk', '--suite', 'mine.json'])
    expect(code).toBe(1)
    expect(out).toContain('mine.json /cases/0/expected: ')
  })

  test('AK-233: --write-run adds one file to runs/ of the pack', async () => {
    const { cwd, run } = workspace({ [train]: suite(select) })
    const { code, out } = await run(['eval', 'kiosk', '--write-run'])
    expect(code).toBe(0)
    const [file = '', ...more] = readdirSync(join(cwd, 'packs/kiosk/runs'))
    expect(more).toEqual([])
    expect(file).toMatch(/^eval-discovery-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.json$/)
    expect(out).toContain(`written pack:kiosk runs/${file}`)
  })

  test('without --write-run nothing is written', async () => {
    const { cwd, run } = workspace({ [train]: suite(select) })
    await run(['eval', 'kiosk'])
    expect(existsSync(join(cwd, 'packs/kiosk/runs'))).toBe(false)
  })

  test.each([
    ['0.6', 0],
    ['0.4', 1],
  ])('AK-238: against an earlier version, a drop of 0.5 with --max-drop %s exits %i', async (most, expected) => {
    const card = { id: 'select-reader', prompt: 'Which card readers does it take?', expected: 'select' }
    const { run } = workspace({
      [train]: suite(select, card),
      'old/kiosk/KNOWLEDGE.md': head('Facts on the Harbor Kiosk terminal and its card readers, for support.'),
    })
    const { code, out } = await run(['eval', './packs/kiosk', '--baseline', 'old', '--max-drop', most, '--json'])
    expect(code).toBe(expected)
    expect(JSON.parse(out)).toMatchObject({
      comparisons: [
        { pack_name: 'kiosk', suite: 'evals/discovery.train.json', precision: 0, recall: -0.5, warning_accuracy: 0 },
      ],
    })
  })

  test.each([
    ['a pack that is not there', ['eval', 'kisok'], '"kisok" was not found'],
    ['a suite that is not there', ['eval', '--suite', 'no.json'], 'cannot be read'],
    [
      'a drop that is no share',
      ['eval', 'kiosk', '--baseline', 'packs', '--max-drop', 'much'],
      '--max-drop takes a share',
    ],
  ])('%s is wrong use', async (_name, argv, said) => {
    const { run } = workspace({ [train]: suite(select) })
    const { code, err } = await run(argv)
    expect(code).toBe(2)
    expect(err).toContain(said)
  })

  test('where there is no suite, it says so and exits 0', async () => {
    const { run } = workspace({})
    const { code, out } = await run(['eval'])
    expect([code, out]).toEqual([0, 'No selection suite found.\n'])
  })
})
