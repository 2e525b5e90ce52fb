import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifyDeclared, type Fact } from '../../../src/app/workspace/verify/verify.ts'
import { diskFiles } from '../../../src/io/disk/disk-files.ts'
import { gitHistories } from '../../../src/io/git/histories.ts'
import { commit, git, repository } from '../../support/git-repository.ts'
import { packText } from '../../support/judge-pack.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const now = new Date('2026-06-01T12:00:00Z')

const verify = (folder: string): ReturnType<typeof verifyDeclared> =>
  verifyDeclared({ files: diskFiles, histories: gitHistories }, { roots: [folder], cwd: folder, now })

async function factsOf(folder: string, check: Fact['check']): Promise<readonly string[]> {
  const { documents } = await verify(folder)
  return documents
    .flatMap(({ facts }) => facts)
    .filter((fact) => fact.check === check)
    .map(({ verdict, file, pointer, detail }) => `${verdict} ${file}#${pointer}: ${detail}`)
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const withUnit = (fields: Fields, tree: Readonly<Record<string, string>> = {}, root: Fields = {}): string =>
  tempFolder({ 'knowledge.yaml': manifestText(root, unitWith(fields)), 'setup.md': '# Setup\n\nThe kiosk.\n', ...tree })

describe('a path', () => {
  test('that exists is proved, and one that does not is contradicted at its line (KCP §4.3)', async () => {
    expect(await factsOf(withUnit({}), 'path')).toEqual(['proved knowledge.yaml#/units/0/path: "setup.md" exists.'])
    const { documents, ok } = await verify(withUnit({ path: 'gone.md' }))
    const fact = documents[0]?.facts.find(({ check }) => check === 'path')
    expect(fact).toMatchObject({ verdict: 'contradicted', code: 'KCP412', line: 8, unit: 'setup' })
    expect(ok).toBe(false)
  })

  test('that leaves the folder is contradicted, and its file is not looked at', async () => {
    const folder = withUnit({ path: '../other.md' })
    expect(await factsOf(folder, 'path')).toEqual([expect.stringMatching(/^contradicted /)])
  })

  test('on the web is unknown', async () => {
    expect(await factsOf(withUnit({ path: 'https://example.org/a.md' }), 'path')).toEqual([
      expect.stringMatching(/^unknown .*nothing was fetched/),
    ])
  })
})

test('a hash is compared with the content (KCP §4.21)', async () => {
  const text = '# Setup\n\nThe kiosk.\n'
  const hash = (value: string): Fields => ({ content_hash: { algorithm: 'sha256', value } })
  expect(await factsOf(withUnit(hash(sha256(text))), 'hash')).toEqual([expect.stringMatching(/^proved /)])
  expect(await factsOf(withUnit(hash(sha256('other'))), 'hash')).toEqual([expect.stringMatching(/^contradicted /)])
  expect(await factsOf(withUnit({ ...hash(sha256(text)), path: 'gone.md' }), 'hash')).toEqual([
    expect.stringMatching(/^unknown /),
  ])
})

describe('a date', () => {
  const files = (fields: Fields, root: Fields = {}): Readonly<Record<string, string>> => ({
    'knowledge.yaml': manifestText(root, unitWith(fields)),
    'setup.md': '# Setup\n',
  })

  test('after the last change is proved; a later change contradicts it (KCP §4.1.1)', async () => {
    const folder = repository(files({ validated: '2026-01-10' }))
    expect(await factsOf(folder, 'date')).toEqual([expect.stringMatching(/^proved .*last changed 2026-01-10/)])
    commit(folder, { 'setup.md': '# Setup\n\nChanged.\n' }, '2026-02-01')
    expect(await factsOf(folder, 'date')).toEqual([
      'contradicted knowledge.yaml#/units/0/validated: validated is 2026-01-10; the content last changed 2026-02-01.',
    ])
  })

  test('that the same commit wrote is not contradicted by it', async () => {
    const folder = repository(files({ validated: '2026-01-08' }))
    expect(await factsOf(folder, 'date')).toEqual([expect.stringMatching(/^unknown /)])
  })

  test('is contradicted by a change that is not committed', async () => {
    const folder = repository(files({ validated: '2026-01-10' }))
    git(folder, ['rm', '-q', '--cached', 'setup.md'])
    expect(await factsOf(folder, 'date')).toEqual([expect.stringMatching(/^contradicted .*not committed/)])
  })

  test('of the manifest is contradicted only by a commit that did not set it', async () => {
    const folder = repository(files({}, { updated: '2026-01-08' }))
    expect(await factsOf(folder, 'date')).toEqual([expect.stringMatching(/^contradicted .*2026-01-10/)])
    commit(folder, files({}, { updated: '2026-02-01' }), '2026-02-05')
    expect(await factsOf(folder, 'date')).toEqual([expect.stringMatching(/^unknown .*2026-02-05/)])
    commit(folder, files({ intent: 'Another one?' }, { updated: '2026-02-01' }), '2026-03-01')
    expect(await factsOf(folder, 'date')).toEqual([expect.stringMatching(/^contradicted .*2026-03-01/)])
  })

  test('to come is contradicted, and one without a repository is unknown', async () => {
    expect(await factsOf(withUnit({ validated: '2026-07-01' }), 'date')).toEqual([
      expect.stringMatching(/^contradicted .*to come/),
    ])
    expect(await factsOf(withUnit({ validated: '2026-01-01' }), 'date')).toEqual([expect.stringMatching(/^unknown /)])
  })

  test('in a shallow clone is not compared with the commit at which the clone begins', async () => {
    const folder = repository(files({ validated: '2025-01-01' }))
    const clone = `${tempFolder()}/clone`
    git(folder, ['clone', '-q', '--depth=1', `file://${folder}`, clone])
    expect(await factsOf(clone, 'date')).toEqual([expect.stringMatching(/^unknown .*git does not know/)])
  })
})

test('a trigger is compared with the text, word by word; one other word is allowed, only other words are not (KCP §4.9)', async () => {
  expect(await factsOf(withUnit({ triggers: ['kiosks', 'terminal'] }), 'trigger')).toEqual([
    expect.stringMatching(/^proved .*triggers\/0/),
    expect.stringMatching(/^unknown .*triggers\/1/),
  ])
  expect(await factsOf(withUnit({ triggers: ['zebra'] }), 'trigger')).toEqual([
    expect.stringMatching(/^contradicted .*"zebra"/),
  ])
})

describe('a reference', () => {
  test('to a unit is contradicted where there is none (KCP §4.7, §4.8, §5)', async () => {
    const folder = withUnit(
      { depends_on: ['gone'], supersedes: 'old' },
      {},
      { relationships: [{ from: 'setup', to: 'lost', type: 'context' }] },
    )
    expect(await factsOf(folder, 'reference')).toEqual([
      expect.stringMatching(/^proved .*#\/relationships\/0\/from/),
      expect.stringMatching(/^contradicted .*#\/relationships\/0\/to/),
      expect.stringMatching(/^contradicted .*#\/units\/0\/depends_on\/0/),
      expect.stringMatching(/^contradicted .*#\/units\/0\/supersedes/),
    ])
  })

  test('of a document to a file is followed inside the folder only', async () => {
    const folder = withUnit(
      { path: 'docs/a.md' },
      {
        'docs/a.md': '[b](b.md) [top](../setup.md) [gone](gone.md) [out](../../../etc/passwd.md) [page](guide/)\n',
        'docs/b.md': 'b\n',
      },
    )
    const { documents } = await verify(folder)
    const links = documents[0]?.facts.filter(({ file }) => file === 'docs/a.md') ?? []
    expect(links.map(({ verdict, detail }) => `${verdict}: ${detail}`)).toEqual([
      'proved: The link "b.md" leads to a file.',
      'proved: The link "../setup.md" leads to a file.',
      'contradicted: The link "gone.md" leads to no file.',
      'unknown: The link "../../../etc/passwd.md" leads out of what is verified.',
      'unknown: The link "guide/" leads to no file; a site may have such a page.',
    ])
    expect(links[2]).toMatchObject({ line: 1, check: 'reference' })
  })

  test('to a unit of another manifest is looked up in its local mirror (KCP §3.6)', async () => {
    const other = manifestText({}, unitWith({ id: 'keys', path: 'keys.md' }))
    const folder = withUnit(
      {
        external_depends_on: [
          { manifest: 'security', unit: 'keys' },
          { manifest: 'security', unit: 'locks' },
        ],
      },
      { 'mirrors/security.yaml': other },
      {
        manifests: [
          { id: 'security', url: 'https://example.org/knowledge.yaml', local_mirror: 'mirrors/security.yaml' },
        ],
      },
    )
    expect(await factsOf(folder, 'reference')).toEqual([
      expect.stringMatching(/^proved .*"keys"/),
      expect.stringMatching(/^contradicted .*"locks"/),
    ])
  })
})

test('a window is compared with today (KCP §4.22, §3.7)', async () => {
  const windowOf = (fields: Fields): Promise<readonly string[]> => factsOf(withUnit(fields), 'window')
  const ends = (valid_until: string): Fields => ({ temporal: { valid_from: '2026-01-01', valid_until } })
  expect(await windowOf(ends('2026-12-31'))).toEqual([expect.stringMatching(/^proved /)])
  expect(await windowOf(ends('2026-05-01'))).toEqual([expect.stringMatching(/^contradicted /)])
  expect(await windowOf({ temporal: { valid_from: '2026-07-01' } })).toEqual([expect.stringMatching(/^unknown /)])
  const policy = { freshness_policy: { max_age_days: 30, on_stale: 'warn' } }
  expect(await windowOf({ ...policy, validated: '2026-05-20' })).toEqual([expect.stringMatching(/^proved /)])
  expect(await windowOf({ ...policy, validated: '2026-01-20' })).toEqual([expect.stringMatching(/^contradicted /)])
})

test('a pack is compared with its files and its last change', async () => {
  const folder = repository({
    '.agents/knowledge/kiosk/KNOWLEDGE.md': packText(
      { name: 'kiosk', updated: '2026-01-10', metadata: { primaryDocument: 'documents/gone.md' } },
      '# Kiosk\n\nSee [facts](compiled/facts.md) and [more](compiled/more.md).\n',
    ),
    '.agents/knowledge/kiosk/compiled/facts.md': '# Facts\n',
  })
  expect(await factsOf(folder, 'path')).toEqual([expect.stringMatching(/^contradicted .*primaryDocument/)])
  expect(await factsOf(folder, 'date')).toEqual([expect.stringMatching(/^proved /)])
  const references = await factsOf(folder, 'reference')
  expect(references).toEqual([
    expect.stringMatching(/^proved .*"compiled\/facts.md"/),
    expect.stringMatching(/^contradicted .*"compiled\/more.md"/),
  ])
  commit(folder, { '.agents/knowledge/kiosk/compiled/facts.md': '# Facts\n\nNew.\n' }, '2026-03-01')
  expect(await factsOf(folder, 'date')).toEqual([expect.stringMatching(/^contradicted .*2026-03-01/)])
})

test('a document that cannot be used is not passed over', async () => {
  const { documents, ok } = await verify(tempFolder({ 'knowledge.yaml': 'units: [' }))
  expect(ok).toBe(false)
  expect(documents).toEqual([{ path: 'knowledge.yaml', format: 'manifest', facts: [], unusable: expect.any(String) }])
})
