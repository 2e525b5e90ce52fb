import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Impact } from '../../../src/app/index.ts'
import { packText } from '../../support/judge-pack.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { personIn, type Ran } from '../../support/scanned-workspace.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const setup = '# Setup\n\nPlug it in.\n'
const sha256 = createHash('sha256').update(setup).digest('hex')

const tree = {
  'knowledge.yaml': manifestText(
    { relationships: [{ from: 'policy', to: 'guides', type: 'governs' }] },
    unitWith({ id: 'setup', path: 'docs/setup.md', content_hash: { algorithm: 'sha256', value: sha256 } }),
    unitWith({ id: 'start', path: 'docs/start.md', depends_on: ['setup'] }),
    unitWith({ id: 'tour', path: 'docs/tour.md', depends_on: ['start'] }),
    unitWith({ id: 'guides', path: 'guides' }),
    unitWith({ id: 'policy', path: 'policy.md' }),
    unitWith({ id: 'old', path: 'old.md', supersedes: 'setup' }),
  ),
  'docs/setup.md': setup,
  'docs/start.md': '# Start\n',
  'docs/tour.md': '# Tour\n',
  'guides/one.md': '# One\n',
  'policy.md': '# Policy\n',
  'old.md': '# Old\n',
  'plain.md': '# Plain\n',
  '.agents/knowledge/kiosk/KNOWLEDGE.md': packText({ name: 'kiosk' }, '# Kiosk\n'),
  '.agents/knowledge/kiosk/compiled/facts.md': '# Facts\n',
  '.lorefence/questions.yaml':
    'questions:\n  - task: How do I start?\n    expect: docs/setup.md\n  - task: Which policy?\n    expect: policy.md\n',
}

async function scanned(): Promise<{ readonly cwd: string; run: ReturnType<typeof personIn> }> {
  const cwd = tempFolder(tree)
  const run = personIn(cwd)
  await run('workspace', 'scan', '.')
  return { cwd, run }
}

const impactIn = ({ stdout }: Ran): Impact => JSON.parse(stdout) as Impact
const chains = ({ affected }: Impact): readonly string[] =>
  affected.map(
    ({ direct, chain }) => `${direct ? 'direct' : 'indirect'} ${chain.map((s) => `${s.ref} (${s.by})`).join(' → ')}`,
  )

test('a file changes the unit that names it, and those that depend on it, with the chain', async () => {
  const { run } = await scanned()
  const found = impactIn(await run('workspace', 'impact', 'docs/setup.md', '--json'))
  expect(chains(found)).toEqual([
    'direct unit:harbor/setup (path)',
    'indirect unit:harbor/setup (path) → unit:harbor/start (depends_on)',
    'indirect unit:harbor/setup (path) → unit:harbor/start (depends_on) → unit:harbor/tour (depends_on)',
  ])
  expect(found.stale).toEqual([{ what: 'content-hash', ref: 'unit:harbor/setup' }])
  expect(found.questions.map(({ task }) => task)).toEqual(['How do I start?'])
})

test.each([
  ['guides/one.md', ['direct unit:harbor/guides (folder)']],
  [
    'policy.md',
    ['direct unit:harbor/policy (path)', 'indirect unit:harbor/policy (path) → unit:harbor/guides (governs)'],
  ],
  ['.agents/knowledge/kiosk/compiled/facts.md', ['direct pack:kiosk (file of the pack)']],
  ['plain.md', []],
])('%s', async (file, expected) => {
  const { run } = await scanned()
  expect(chains(impactIn(await run('workspace', 'impact', file, '--json')))).toEqual(expected)
})

test('a change of a manifest changes all of its units', async () => {
  const { run } = await scanned()
  const { affected } = impactIn(await run('workspace', 'impact', 'knowledge.yaml', '--json'))
  expect(affected.filter(({ direct }) => direct).map(({ ref }) => ref)).toEqual([
    'manifest:harbor',
    'unit:harbor/guides',
    'unit:harbor/old',
    'unit:harbor/policy',
    'unit:harbor/setup',
    'unit:harbor/start',
    'unit:harbor/tour',
  ])
})

test('a grant that pins the file becomes stale, with the command; one that follows its folder does not', async () => {
  const { run } = await scanned()
  await run('trust', '.')
  const { stale } = impactIn(await run('workspace', 'impact', 'policy.md', '--json'))
  expect(stale).toEqual([{ what: 'grant', ref: 'manifest:harbor', command: 'lorefence trust .' }])
  await run('trust', '--follow', '.')
  expect(impactIn(await run('workspace', 'impact', 'policy.md', '--json')).stale).toEqual([])
})

test('a file that is gone has an impact too', async () => {
  const { cwd, run } = await scanned()
  rmSync(join(cwd, 'policy.md'))
  const { stdout, code } = await run('workspace', 'impact', 'policy.md')
  expect(stdout).toContain('direct    unit:harbor/policy  path\n')
  expect(code).toBe(0)
})

test('units that depend on each other in a circle are listed once', async () => {
  const cwd = tempFolder({
    'knowledge.yaml': manifestText(
      {},
      unitWith({ id: 'a', path: 'a.md', depends_on: ['b'] }),
      unitWith({ id: 'b', path: 'b.md', depends_on: ['a'] }),
    ),
    'a.md': 'a\n',
    'b.md': 'b\n',
  })
  const run = personIn(cwd)
  await run('workspace', 'scan', '.')
  expect(chains(impactIn(await run('workspace', 'impact', 'a.md', '--json')))).toEqual([
    'direct unit:harbor/a (path)',
    'indirect unit:harbor/a (path) → unit:harbor/b (depends_on)',
  ])
})

test('an included manifest changes the units that it declares (KCP §3.11)', async () => {
  const cwd = tempFolder({
    'knowledge.yaml': manifestText(
      { composition: { includes: [{ source: 'parts/base.yaml' }] } },
      unitWith({ id: 'own', path: 'own.md' }),
    ),
    'parts/base.yaml': manifestText({ project: 'base' }, unitWith({ id: 'shared', path: 'shared.md' })),
    'parts/shared.md': 'x\n',
    'shared.md': 'x\n',
    'own.md': 'x\n',
  })
  const run = personIn(cwd)
  await run('workspace', 'scan', '.')
  expect(chains(impactIn(await run('workspace', 'impact', 'parts/base.yaml', '--json')))).toEqual([
    'direct manifest:harbor (included manifest)',
    'direct unit:harbor/shared (declared in it)',
  ])
})

test('without a scan it says how to turn it on', async () => {
  const { code, stderr } = await personIn(tempFolder(tree))('workspace', 'impact', 'policy.md')
  expect([code, stderr]).toEqual([1, 'No folder is scanned yet. To turn it on: lorefence workspace scan <folder>\n'])
})
