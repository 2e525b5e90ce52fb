import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addEntries } from '../../../src/app/index.ts'
import { isArchive, unpackArchive } from '../../../src/io/archive/unpack.ts'
import { harmless, hostilePacks, hostileTars, hostileZips } from '../../support/hostile-archives.ts'
import { memoryWorld } from '../../support/install-world.ts'
import { packText } from '../../support/judge-pack.ts'
import { tgz } from '../../support/make-archive.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const add = async (bytes: Uint8Array) => {
  const { world, tree } = memoryWorld({ '/in/kiosk.archive': bytes, '/ws/knowledge.md': '' })
  const report = await addEntries(world, { sources: ['/in/kiosk.archive'], cwd: '/ws' })
  return { report, written: Object.keys(tree).filter((path) => path.startsWith('/ws/') && path !== '/ws/knowledge.md') }
}

test('the corpus has at least forty archives of each kind', () => {
  expect([Object.keys(hostileTars).length, Object.keys(hostileZips).length].every((count) => count >= 40)).toBe(true)
})

describe.each([
  ['tar', hostileTars],
  ['zip', hostileZips],
] as const)('AK-349: of a %s with', (_kind, corpus) => {
  test.each(Object.entries(corpus))('%s nothing is used', async (_title, bytes) => {
    const unpacked = unpackArchive(bytes)
    expect(unpacked).toEqual({ ok: false, detail: expect.stringMatching(/\.$/) as string })
    const { report, written } = await add(bytes)
    expect([report.refused.map(({ code }) => code), report.entries, written]).toEqual([
      [expect.stringMatching(/RUN73[12]/)],
      [],
      [],
    ])
  })
})

describe('AK-349: a pack is refused that has', () => {
  test.each(Object.entries(hostilePacks))('%s', async (_title, bytes) => {
    const { report, written } = await add(bytes)
    expect([report.refused.map(({ code }) => code), written]).toEqual([[expect.stringMatching(/RUN73[12]/)], []])
  })
})

describe('an honest archive is installed:', () => {
  test.each(Object.entries(harmless))('%s', async (_title, bytes) => {
    expect(isArchive(bytes)).toBe(true)
    const { report, written } = await add(bytes)
    expect(report.refused).toEqual([])
    expect(written.sort()).toEqual([
      '/ws/.agents/knowledge/kiosk/KNOWLEDGE.md',
      '/ws/.agents/knowledge/kiosk/wiki/a.md',
      '/ws/lorefence.lock',
    ])
  })

  test('those of tar, zip and git', () => {
    const folder = tempFolder({
      'kiosk/KNOWLEDGE.md': packText({ name: 'kiosk' }),
      [`kiosk/${'ä'.repeat(80)}.md`]: 'long',
      'kiosk/empty.md': '',
    })
    symlinkSync('/etc/passwd', join(folder, 'link'))
    const run = (program: string, ...args: readonly string[]): void =>
      void execFileSync(program, args, { cwd: folder, stdio: 'ignore' })
    for (const format of ['gnu', 'pax']) run('tar', `--format=${format}`, '-czf', `${format}.tgz`, 'kiosk', 'link')
    run('zip', '-qry', 'made.zip', 'kiosk', 'link')
    run('git', 'init', '-q', '.')
    run('git', 'add', 'kiosk', 'link')
    run('git', '-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'a')
    run('git', 'archive', '--format=tar.gz', '--prefix=repo-1/', '-o', 'git.tgz', 'HEAD')
    run('git', 'archive', '--format=zip', '-o', 'git.zip', 'HEAD')
    for (const name of ['gnu.tgz', 'pax.tgz', 'made.zip', 'git.tgz', 'git.zip']) {
      const unpacked = unpackArchive(readFileSync(join(folder, name)))
      expect([name, unpacked.ok && [...unpacked.files.keys()].sort(), unpacked.ok && unpacked.links]).toEqual([
        name,
        ['kiosk/KNOWLEDGE.md', 'kiosk/empty.md', `kiosk/${'ä'.repeat(80)}.md`],
        ['link'],
      ])
    }
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim()
    expect(unpackArchive(readFileSync(join(folder, 'git.tgz')))).toMatchObject({ commit })
  })
})

test('files that programs or agents read by themselves are left out, and that is said', async () => {
  const names = [
    '.envrc',
    '.vscode/tasks.json',
    '.git/config',
    'node_modules/a/index.js',
    'AGENTS.md',
    'wiki/AGENTS.override.md',
    'wiki/Claude.md',
    '.GIT/hooks/x',
  ]
  const { report, written } = await add(
    tgz(
      { name: 'kiosk/KNOWLEDGE.md', content: packText({ name: 'kiosk' }) },
      ...names.map((name) => ({ name: `kiosk/${name}`, content: 'x' })),
    ),
  )
  expect([report.refused, report.entries[0]?.leftOut]).toEqual([[], [...names].sort()])
  expect(written.sort()).toEqual(['/ws/.agents/knowledge/kiosk/KNOWLEDGE.md', '/ws/lorefence.lock'])
})
