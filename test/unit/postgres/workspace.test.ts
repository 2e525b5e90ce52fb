import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { listCatalog } from '../../../src/app/index.ts'
import { diskFiles } from '../../../src/io/disk/disk-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import { pushFiles } from '../../../src/io/postgres/push-files.ts'
import { storedKnowledge } from '../../../src/io/postgres/stored-knowledge.ts'
import { storedWorkspace } from '../../../src/io/postgres/stored-workspace.ts'
import type { Files } from '../../../src/model/ports.ts'
import { digest } from '../../../src/text/bytes/digest.ts'
import { packText } from '../../support/judge-pack.ts'
import { describePostgres } from '../../support/postgres.ts'
import { storedWorld } from '../../support/stored-workspace.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const unit = (id: string, path: string): string =>
  `  - id: ${id}\n    path: ${path}\n    intent: "What is ${id}?"\n    scope: global\n    audience: [agent]\n`

const manifest = (...units: readonly string[]): string =>
  `kcp_version: "0.32"\nproject: harbor\nversion: 1.0.0\nunits:\n${units.join('')}`

function harbor(): string {
  const folder = tempFolder({
    'knowledge.yaml': manifest(
      unit('tides', 'docs/tides.md'),
      unit('link', 'link.md'),
      unit('linked', 'guides/fees.md'),
      unit('away', 'away.md'),
      unit('notes', 'notes'),
      unit('named', 'docs/Ko\u0308der.md'),
      unit('gone', 'docs/gone.md'),
    ),
    'docs/tides.md': '# Tides\n\nThe tide table is printed on Monday.\n',
    'docs/fees.md': '# Fees\n\nA berth costs 40 crowns.\n',
    'docs/Ko\u0308der.md': '# Köder\n',
    'docs/unnamed.md': 'Nobody names this file.\n',
    'notes/a.md': '# A\n',
    'notes/deep/b.md': '# B\n',
    'packs/crane/KNOWLEDGE.md': packText({ name: 'crane' }, '# Crane\n'),
    'packs/crane/documents/use.md': '# Use\n\nThe crane lifts 4 tonnes.\n',
    'lorefence.yaml': 'ignore: [old]\n',
    '.gitignore': 'secret-plans.md\n',
  })
  symlinkSync('docs/tides.md', join(folder, 'link.md'))
  symlinkSync('docs', join(folder, 'guides'))
  symlinkSync('/etc/hostname', join(folder, 'away.md'))
  return folder
}

/** Answers of all methods, with paths from the root. */
function answers(files: Files, root: string): unknown {
  const short = (path: string | undefined): string | undefined =>
    path?.startsWith(root) ? path.slice(root.length) : path && 'outside'
  const paths = [
    '',
    'docs/tides.md',
    'docs/fees.md',
    'link.md',
    'guides/fees.md',
    'guides/tides.md',
    'notes/deep/b.md',
    'notes/deep',
    'docs/K\u00f6der.md',
    'docs/../docs/tides.md',
    'docs/gone.md',
    'docs/tides.md/x',
    'packs/crane/KNOWLEDGE.md',
    '../elsewhere.md',
  ]
  return {
    read: paths.map((path) => [path, readOf(files, root, path)]),
    heads: paths.map((path) => readOf(files, root, path, { limit: 1000, head: 3 })),
    small: readOf(files, root, 'docs/tides.md', { limit: 5 }),
    below: [readOf(files, `${root}/docs`, 'tides.md'), readOf(files, `${root}/notes`, '../docs/tides.md')],
    kinds: paths.slice(0, -1).map((path) => files.kindOf(path === '' ? root : `${root}/${path}`)),
    real: paths.slice(0, -1).map((path) => short(files.realPath(path === '' ? root : `${root}/${path}`))),
    lists: ['packs', 'packs/crane', 'notes', 'notes/deep', 'docs/tides.md', 'nothing'].map((path) =>
      files.list(`${root}/${path}`),
    ),
  }
}

function readOf(files: Files, root: string, path: string, options: Parameters<Files['read']>[2] = { limit: 1000 }) {
  const read = files.read(root, path, options)
  return read.ok ? [Buffer.from(read.bytes).toString(), read.more] : [read.trouble, read.detail]
}

describePostgres('a workspace in a database', () => {
  it('fetches files that are expected by one question, and only what may be read there', async () => {
    const world = await storedWorld()
    await world.push(harbor())
    const asked: string[] = []
    const rows: typeof world.waiting.rows = (text, values) => {
      asked.push(text)
      return world.waiting.rows(text, values)
    }
    const stored = storedWorkspace('harbor', world.database, { ...world.waiting, rows })
    await stored.current()
    const { files, root } = stored
    files.expect?.(root, ['docs/tides.md', 'guides/fees.md', 'away.md', 'docs/gone.md'])
    expect(asked).toHaveLength(1)
    const read = (path: string): boolean => files.read(root, path, { limit: 1000 }).ok
    expect(['docs/tides.md', 'docs/fees.md', 'away.md', 'docs/gone.md'].map(read)).toEqual([true, true, false, false])
    expect(asked).toHaveLength(1)
    files.expect?.(root, ['docs/tides.md', 'docs/fees.md'])
    expect(asked).toHaveLength(1)
  })

  it('is read like the folder that was pushed: the same bytes, troubles, links and lists', async () => {
    const { push, open } = await storedWorld()
    const folder = harbor()
    await push(folder)
    const { files, root } = await open()
    expect(answers(files, root)).toEqual(answers(diskFiles, folder))
    expect(files.read(root, 'away.md', { limit: 1000 })).toEqual(diskFiles.read(folder, 'away.md', { limit: 1000 }))
    expect(files.stamps?.(root)('docs/tides.md')).toBe(
      digest(Buffer.from('# Tides\n\nThe tide table is printed on Monday.\n')),
    )
    expect(files.stamps?.(root)('link.md')).toBeUndefined()
  })

  it('has what entries name and a scan opens, and nothing else', async () => {
    const { push, open } = await storedWorld()
    const folder = harbor()
    writeFileSync(join(folder, 'secret-plans.md'), 'plans')
    writeFileSync(join(folder, 'deploy.pem'), 'key')
    writeFileSync(
      join(folder, 'knowledge.yaml'),
      manifest(unit('plans', 'secret-plans.md'), unit('key', 'deploy.pem'), unit('tides', 'docs/tides.md')),
    )
    const { leftOut, files } = await push(folder)
    expect([...files.keys()]).toEqual([
      'docs/tides.md',
      'knowledge.yaml',
      'lorefence.yaml',
      'packs/crane/KNOWLEDGE.md',
      'packs/crane/documents/use.md',
    ])
    expect(leftOut).toEqual([
      { path: 'deploy.pem', reason: '"deploy.pem" is private by its name.' },
      { path: 'secret-plans.md', reason: 'Git ignores it.' },
    ])
    const stored = await open()
    expect(stored.files.read(stored.root, 'deploy.pem', { limit: 10 }).ok).toBe(false)
  })

  it('gets only what changed, as a new revision, which is seen at the next look', async () => {
    const { push, open } = await storedWorld()
    const folder = harbor()
    expect(await push(folder)).toMatchObject({ revision: 1, sent: 9 })
    const { files, root, current } = await open()
    expect(await push(folder)).toMatchObject({ revision: 1, sent: 0, changed: 0 })
    writeFileSync(join(folder, 'docs/tides.md'), '# Tides\n\nOn Tuesday.\n')
    rmSync(join(folder, 'notes/a.md'))
    expect(await push(folder)).toMatchObject({ revision: 2, sent: 1, changed: 2, sentBytes: 21 })
    expect(readOf(files, root, 'docs/tides.md')[0]).toContain('Monday')
    expect(files.revision?.()).toBe('1')
    await current()
    expect(files.revision?.()).toBe('2')
    expect(readOf(files, root, 'docs/tides.md')[0]).toContain('Tuesday')
    expect(readOf(files, root, 'notes/a.md')[0]).toBe('missing')
  })

  it('stays as it was where a push fails on the way', async () => {
    const { database, push, open } = await storedWorld()
    const folder = harbor()
    await push(folder)
    const bytes = Buffer.from('# New\n')
    const fails = pushFiles(database, 'harbor', {
      files: new Map([
        ['a.md', { digest: digest(bytes), size: bytes.length }],
        ['b.md', { digest: 'sha256:00', size: 1 }],
      ]),
      bytesOf(wanted) {
        if (wanted === digest(bytes)) return bytes
        throw new Error('"b.md" has changed')
      },
    })
    await expect(fails).rejects.toThrow('"b.md" has changed')
    const { files, root } = await open()
    expect(files.revision?.()).toBe('1')
    expect(readOf(files, root, 'docs/tides.md')[0]).toContain('Monday')
    const [kept] = await database.sql`select count(*)::int as count from lorefence.contents where bytes = ${bytes}`
    expect(kept?.['count']).toBe(0)
  })

  it('keeps contents for servers at an older revision, and removes them once no kept revision has them', async () => {
    const { database, push } = await storedWorld()
    const folder = harbor()
    await push(folder)
    const contents = async (): Promise<number> => {
      const [found] = await database.sql<{ count: number }[]>`select count(*)::int as count from lorefence.contents`
      return found?.count ?? 0
    }
    const first = await contents()
    for (let i = 1; i <= 10; i++) {
      writeFileSync(join(folder, 'docs/tides.md'), `# Tides ${i}\n`)
      await push(folder)
      expect(await contents()).toBe(first + Math.min(i, 8))
    }
  })

  it('keeps contents that another workspace has', async () => {
    const { push, open } = await storedWorld()
    const folder = harbor()
    await push(folder)
    await push(folder, 'another')
    for (let i = 1; i <= 10; i++) {
      writeFileSync(join(folder, 'docs/tides.md'), `# Tides ${i}\n`)
      await push(folder)
    }
    const { files, root } = await open('another')
    expect(readOf(files, root, 'docs/tides.md')[0]).toContain('Monday')
  })

  it('is unknown until it is pushed', async () => {
    const { open } = await storedWorld()
    await expect(open('nowhere')).rejects.toThrow('has no workspace "nowhere"')
  })

  it('gives no bytes with another digest', async () => {
    const { database, push, open } = await storedWorld()
    await push(harbor())
    await database.sql`update lorefence.contents set bytes = 'forged'`
    const { files, root } = await open()
    expect(readOf(files, root, 'docs/tides.md')[0]).toBe('unreadable')
  })

  it('is listed the same twice, and nothing of the packs beside it is sent to the database', async () => {
    const { push, url, database } = await storedWorld()
    const packs = (start: string): Record<string, string> =>
      Object.fromEntries(
        Array.from({ length: 130 }, (_, i) => [`${start}-${i}/KNOWLEDGE.md`, packText({ name: `${start}-${i}` })]),
      )
    await push(tempFolder(packs('crane')))
    const stored = storedKnowledge(database, diskFiles, { url, env: {}, workspace: 'harbor' })
    onTestFinished(() => stored.close())
    await stored.current()
    const ports = { ...memoryPorts(stored.files), cache: stored.cache }
    const own = tempFolder(packs('own'))
    const list = () => listCatalog({ roots: [stored.root, own], ports })
    const first = await list()
    expect(first.entries).toHaveLength(260)
    expect((await list()).entries).toHaveLength(260)
    expect(await database.sql`select key from lorefence.results`).toEqual([])
  })
})
