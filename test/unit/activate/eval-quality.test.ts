import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { authorWorld, type AuthorWorld } from '../../support/author-world.ts'

const refunds =
  '# Refunds\n\n## Deadlines\n\nRefunds are paid within five business days.\n\n## Exceptions\n\nDamaged tickets are refunded at the counter only.\n'
const suite = (...cases: readonly object[]): string => JSON.stringify({ pack_name: 'guide', cases })
const days = {
  id: 'days',
  prompt: 'Within how many business days are refunds paid?',
  required_context: ['documents/refunds.md#deadlines'],
}
const elsewhere = { id: 'telescope', prompt: 'Who invented the telescope of Saturn?', absent: true }

async function world(cases: readonly object[], files: Readonly<Record<string, string>> = {}): Promise<AuthorWorld> {
  const own = authorWorld(
    { 'documents/refunds.md': refunds, 'evals/answers.json': suite(...cases), ...files },
    { status: 'ready' },
  )
  await own.run('trust', '.', '--yes')
  return own
}

interface Evaluated {
  readonly contexts: readonly {
    readonly recall: number
    readonly precision: number
    readonly tokens: number
    readonly wrong_when_absent: number
    readonly cases: readonly {
      readonly id: string
      readonly outcome: string
      readonly missing: readonly string[]
      readonly wrong?: boolean
    }[]
  }[]
  readonly quality: { readonly packs: readonly object[]; readonly types: readonly object[] }
}
const evaluated = async (own: AuthorWorld, ...argv: readonly string[]): Promise<Evaluated> =>
  (await own.json('eval', ...argv)) as unknown as Evaluated

describe('answer suites', () => {
  test('AK-236, AK-237: a section is required within a budget, and precision, recall and tokens are numbers', async () => {
    const own = await world([days])
    const [context] = (await evaluated(own)).contexts
    expect([context?.recall, context?.cases[0]?.outcome]).toEqual([1, 'answered'])
    expect(context?.precision).toBeGreaterThan(0)
    expect(context?.tokens).toBeGreaterThan(3)
    const tight = await world([{ ...days, budget: 1 }])
    expect((await tight.run('eval')).code).toBe(1)
  })

  test('a split counts as the section of its document', async () => {
    const own = await world([days])
    await own.run('split', 'guide')
    await own.run('trust', '.', '--yes')
    expect((await evaluated(own)).contexts[0]?.recall).toBe(1)
    const other = await world([{ ...days, required_context: ['documents/other.md#deadlines'] }])
    await other.run('split', 'guide')
    await other.run('trust', '.', '--yes')
    expect((await evaluated(other)).contexts[0]?.recall).toBe(0)
  })

  test('a question that the pack does not answer must not count as answered', async () => {
    const own = await world([elsewhere])
    expect((await evaluated(own)).contexts[0]).toMatchObject({
      wrong_when_absent: 0,
      cases: [{ absent: true, wrong: false }],
    })
    expect((await own.run('eval')).code).toBe(0)
    const wrong = await world([{ id: 'days', prompt: days.prompt, absent: true }])
    const { out, code } = await wrong.run('eval')
    expect(code).toBe(1)
    expect(out).toContain('  failed days: answered, although the pack has no answer\n')
    expect((await evaluated(wrong)).contexts[0]?.wrong_when_absent).toBe(1)
  })
})

describe('reports', () => {
  test('figures are listed by pack and by type', async () => {
    const own = await world([days, elsewhere])
    const { quality } = await evaluated(own)
    expect(quality.packs).toEqual([
      {
        name: 'guide',
        type: 'brand-product',
        cases: 2,
        precision: expect.any(Number),
        recall: 1,
        tokens: expect.any(Number),
        wrongWhenAbsent: 0,
      },
    ])
    expect(quality.types).toMatchObject([{ type: 'brand-product', cases: 2, recall: 1 }])
    const { out } = await own.run('eval', '--format', 'table')
    expect(out.split('\n').map((line) => line.split(/ {2,}/)[0])).toEqual(['pack', 'guide', 'type brand-product', ''])
  })

  test('JUnit has one test for each case, with markup escaped', async () => {
    const own = await world([{ ...days, id: 'a"<b>&', required_context: ['documents/none.md'] }, elsewhere])
    const { out, code } = await own.run('eval', '--format', 'junit')
    expect(code).toBe(1)
    expect(out).toContain('<testsuites name="lorefence eval" tests="2" failures="1">')
    expect(out).toMatch(
      /<testcase classname="guide evals\/answers\.json" name="[^"<>]*"><failure message="not found: documents\/none\.md"\/><\/testcase>/,
    )
    expect(out).toContain('name="telescope"/>')
  })

  test('the history grows by one line for each run, and earlier lines stay', async () => {
    const own = await world([days])
    own.write('history.jsonl', '{"note":"mine"}')
    await own.run('eval', '--history', 'history.jsonl')
    await own.run('eval', '--history', 'history.jsonl')
    const lines = own.text('history.jsonl').trimEnd().split('\n')
    expect([lines.length, lines[0]]).toEqual([3, '{"note":"mine"}'])
    expect(JSON.parse(lines[2] ?? '')).toMatchObject({
      time: expect.any(String),
      packs: [{ name: 'guide', recall: 1 }],
    })
  })

  test('AK-238: two revisions are compared on the same cases, and a drop fails', async () => {
    const own = await world([days])
    const git = (...argv: readonly string[]): Buffer =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...argv], {
        cwd: own.cwd,
        stdio: 'pipe',
      })
    git('init', '-q')
    git('add', '-A')
    git('commit', '-qm', 'first')
    own.write('guide/documents/refunds.md', '# Refunds\n\n## Other\n\nNothing about it.\n')
    own.write('guide/evals/answers.json', suite(days, elsewhere))
    await own.run('trust', '.', '--yes')
    const { out, code } = await own.run('eval', '--since', 'HEAD')
    expect(code).toBe(1)
    expect(out).toMatch(
      /against the revision {2}guide evals\/answers\.json: precision \S+, recall -1\.00, tokens \S+, wrong when absent \+0\.00/,
    )
  })
})

describe('eval --record', () => {
  const receiptOf = async (own: AuthorWorld, task: string, ...argv: readonly string[]): Promise<string> =>
    ((await own.json('read', task, ...argv))['receipt'] as { id: string }).id

  test('a good reply becomes a case that requires what it returned', async () => {
    const own = await world([])
    const id = await receiptOf(own, days.prompt)
    const { out, code } = await own.run('eval', '--record', id, '--good')
    expect([code, out]).toEqual([0, `guide: evals/recorded-${id}.json created\n`])
    const recorded = JSON.parse(own.text(`guide/evals/recorded-${id}.json`)) as {
      cases: readonly { required_context: readonly string[] }[]
    }
    expect(recorded.cases[0]).toMatchObject({ id, prompt: days.prompt })
    expect(recorded.cases[0]?.required_context).toContain('documents/refunds.md#deadlines')
    expect((await own.run('eval')).code).toBe(0)
    expect((await own.run('eval', '--record', id, '--good')).code).toBe(1)
  })

  test('a bad reply becomes a case without an answer, or with the place that was meant', async () => {
    const own = await world([])
    const id = await receiptOf(own, days.prompt)
    await own.run('eval', '--record', id, '--bad')
    expect(JSON.parse(own.text(`guide/evals/recorded-${id}.json`))).toMatchObject({ cases: [{ absent: true }] })
    expect((await own.run('eval')).code).toBe(1)
    const missed = await receiptOf(own, elsewhere.prompt)
    expect((await own.run('eval', '--record', missed, '--bad')).code).toBe(1)
    await own.run('eval', '--record', missed, '--bad', 'guide', '--expect', 'documents/refunds.md#exceptions')
    expect(JSON.parse(own.text(`guide/evals/recorded-${missed}.json`))).toMatchObject({
      cases: [{ required_context: ['documents/refunds.md#exceptions'] }],
    })
  })

  test('a person says which of the two it was, for a receipt that exists', async () => {
    const own = await world([])
    for (const argv of [[], ['--good', '--bad']])
      expect((await own.run('eval', '--record', 'r-1', ...argv)).code).toBe(2)
    expect((await own.run('eval', '--record', 'r-1', '--good')).code).toBe(2)
  })
})
