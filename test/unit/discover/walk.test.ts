import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { usableHead } from '../../../src/discover/usable-head.ts'
import { walkRoot, type WalkOptions } from '../../../src/discover/walk.ts'
import { openKnowledge } from '../../../src/app/index.ts'
import { diskFiles } from '../../../src/io/disk/disk-files.ts'
import type { Files } from '../../../src/model/ports.ts'
import { packText } from '../../support/judge-pack.ts'
import { memoryFiles, type MemoryContent } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const pack = packText()

function walk(tree: Readonly<Record<string, MemoryContent>> | Files, options: WalkOptions = {}, path = '/w') {
  const files =
    typeof tree['list'] === 'function' ? (tree as Files) : memoryFiles(tree as Readonly<Record<string, MemoryContent>>)
  const { entries, diagnostics, skipped } = walkRoot(files, { path, scope: 'workspace' }, usableHead, options)
  return {
    paths: entries.map((entry) => entry.path),
    names: diagnostics.map(({ name }) => name),
    messages: diagnostics.map(({ message }) => message),
    skipped,
  }
}

describe('what the walk passes over', () => {
  test.each([
    '.git',
    'node_modules',
    'dist',
    'build',
    'target',
    '.cache',
    'vendor',
    '.venv',
    'venv',
    'out',
    'coverage',
    '__pycache__',
    '.hg',
    '.svn',
  ])('AK-066: a pack in %s/', (folder) => {
    expect(walk({ [`/w/${folder}/p/KNOWLEDGE.md`]: pack, '/w/p/KNOWLEDGE.md': pack })).toMatchObject({
      paths: ['p/KNOWLEDGE.md'],
      skipped: 1,
    })
  })

  test('AK-067: a pack in indexes/', () => {
    expect(walk({ '/w/indexes/KNOWLEDGE.md': pack }).paths).toEqual([])
  })

  test('a root of such a name is looked into: somebody named it', () => {
    expect(walk({ '/build/p/KNOWLEDGE.md': pack }, {}, '/build').paths).toEqual(['p/KNOWLEDGE.md'])
  })
})

describe('AK-068: .gitignore', () => {
  const tree = {
    '/w/.gitignore': 'private/\n/drafts\n!drafts/kept\n',
    '/w/.agents/knowledge/private/KNOWLEDGE.md': pack,
    '/w/drafts/kept/KNOWLEDGE.md': pack,
    '/w/docs/.gitignore': '*\n!shown\n!shown/KNOWLEDGE.md\n',
    '/w/docs/hidden/KNOWLEDGE.md': pack,
    '/w/docs/shown/KNOWLEDGE.md': pack,
  }

  test('AK-068: what it names is listed by default', () => {
    expect(walk(tree).paths).toEqual([
      '.agents/knowledge/private/KNOWLEDGE.md',
      'docs/hidden/KNOWLEDGE.md',
      'docs/shown/KNOWLEDGE.md',
      'drafts/kept/KNOWLEDGE.md',
    ])
  })

  test('AK-068: what it names is left out on request; a nearer file speaks last', () => {
    expect(walk(tree, { respectGitignore: true }).paths).toEqual(['docs/shown/KNOWLEDGE.md'])
  })

  test('globs of the config are left out whatever a .gitignore says', () => {
    expect(walk({ ...tree, '/w/.gitignore': '!docs\n' }, { respectGitignore: true, ignore: ['docs'] }).paths).toEqual([
      '.agents/knowledge/private/KNOWLEDGE.md',
      'drafts/kept/KNOWLEDGE.md',
    ])
  })

  test('a knowledge folder can be ignored as a whole', () => {
    expect(walk({ '/w/.agents/knowledge/p/KNOWLEDGE.md': pack }, { ignore: ['.agents/knowledge'] }).paths).toEqual([])
  })
})

describe('limits', () => {
  test('AK-069: a pack below the deepest level is not found, and it is said', () => {
    expect(
      walk({ '/w/a/b/KNOWLEDGE.md': pack, '/w/a/b/c/KNOWLEDGE.md': pack, '/w/x/y/z/KNOWLEDGE.md': pack }, { depth: 2 }),
    ).toMatchObject({ paths: ['a/b/KNOWLEDGE.md'], names: ['scan-limit'] })
  })

  test('AK-070: the walk stops after so many folders, nearest first, and says so', () => {
    const tree = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`/w/f${String(i).padStart(2, '0')}/deep/KNOWLEDGE.md`, pack]),
    )
    const { paths, names, messages } = walk(
      { ...tree, '/w/zz/KNOWLEDGE.md': pack, '/w/.agents/knowledge/p/KNOWLEDGE.md': pack },
      { folders: 54 },
    )
    expect(paths).toEqual(['.agents/knowledge/p/KNOWLEDGE.md', 'zz/KNOWLEDGE.md'])
    expect(names).toEqual(['scan-limit'])
    expect(messages[0]).toContain('stopped after 54 folders')
  })

  test('AK-070: a walk of 80,000 folders ends at 50,000, with a diagnostic', async () => {
    let listings = 0
    const wide: Files = {
      list: (folder) => {
        listings += 1
        return folder === '/w'
          ? Array.from({ length: 800 }, (_, i) => ({ name: `a${i}`, kind: 'folder' as const }))
          : folder.split('/').length === 3
            ? Array.from({ length: 100 }, (_, i) => ({ name: `b${i}`, kind: 'folder' as const }))
            : []
      },
      kindOf: () => undefined,
      realPath: () => undefined,
      read: () => ({ ok: false, trouble: 'missing', detail: '' }),
    }
    const { catalog } = await openKnowledge({ roots: ['/w'], ports: memoryPorts(wide) })
    expect(listings).toBeLessThan(50_010)
    expect(listings).toBeGreaterThan(49_990)
    expect(catalog.diagnostics.map(({ name, severity }) => [name, severity])).toEqual([['scan-limit', 'warning']])
  })
})

describe('what is read', () => {
  test('AK-071: of a pack with a large body no more than its frontmatter', () => {
    const sizes: number[] = []
    const files = memoryFiles({ '/w/p/KNOWLEDGE.md': `${pack}${'x'.repeat(50_000_000)}` })
    const counting: Files = {
      ...files,
      read: (root, path, options) => {
        const read = files.read(root, path, options)
        if (read.ok) sizes.push(read.bytes.length)
        return read
      },
    }
    expect(walk(counting).paths).toEqual(['p/KNOWLEDGE.md'])
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4096)
  })

  test('AK-072: nothing is opened but entry files, each once', async () => {
    const files = memoryFiles({
      '/w/p/KNOWLEDGE.md': pack,
      '/w/p/compiled/facts.md': '# Facts\n',
      '/w/p/sources/sheet.md': '# Sheet\n',
      '/w/README.md': '# Read me\n',
    })
    await openKnowledge({ roots: ['/w'], ports: memoryPorts(files) })
    expect(files.opened).toEqual(['/w/p/KNOWLEDGE.md'])
  })

  test('AK-073: scripts and Skills beside a pack stay where they are', async () => {
    const root = tempFolder({
      'p/KNOWLEDGE.md': packText({ metadata: { producedBy: { kind: 'agent-skill', name: 'scripts/run.sh' } } }),
      'p/SKILL.md': 'Run scripts/run.sh.\n',
      'p/scripts/run.sh': '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n',
    })
    chmodSync(join(root, 'p/scripts/run.sh'), 0o755)
    const { catalog } = await openKnowledge({ roots: [root], ports: memoryPorts(diskFiles) })
    expect(catalog.entries).toHaveLength(1)
    expect(existsSync(join(root, 'p/scripts/ran'))).toBe(false)
  })
})

describe('a messy disk', () => {
  test('AK-076: loops of links end, and no link to a folder is followed', () => {
    const root = tempFolder({ 'p/KNOWLEDGE.md': pack })
    const outside = tempFolder({ 'secret/KNOWLEDGE.md': pack })
    mkdirSync(join(root, 'loop'))
    symlinkSync(root, join(root, 'loop/again'))
    symlinkSync(outside, join(root, 'out'))
    expect(walk(diskFiles, {}, root)).toMatchObject({ paths: ['p/KNOWLEDGE.md'], names: [] })
  })

  test.each(['.agents', '.agents/knowledge', '.agents/knowledge/p'])(
    'AK-076: %s as a link out of the root is not followed, and it is said',
    (link) => {
      const outside = tempFolder({ 'knowledge/p/KNOWLEDGE.md': pack, 'p/KNOWLEDGE.md': pack, 'KNOWLEDGE.md': pack })
      const root = tempFolder({ 'README.md': '' })
      mkdirSync(join(root, link, '..'), { recursive: true })
      symlinkSync(outside, join(root, link))
      expect(walk(diskFiles, {}, root)).toMatchObject({ paths: [], names: ['link-not-followed'] })
    },
  )

  test('KCP-139: an entry file that is a link out of its folder is refused', async () => {
    const outside = tempFolder({ 'KNOWLEDGE.md': pack, 'knowledge.yaml': 'project: stolen\nunits: []\n' })
    const root = tempFolder({ 'p/x.md': '', 'm/x.md': '' })
    symlinkSync(join(outside, 'KNOWLEDGE.md'), join(root, 'p/KNOWLEDGE.md'))
    symlinkSync(join(outside, 'knowledge.yaml'), join(root, 'm/knowledge.yaml'))
    const { catalog } = await openKnowledge({ roots: [root], ports: memoryPorts(diskFiles) })
    expect(catalog.entries).toEqual([])
    expect(
      catalog.quarantined.map(({ found, diagnostics }) => [found.path, diagnostics.map(({ code }) => code)]),
    ).toEqual([
      ['m/knowledge.yaml', ['KCP107']],
      ['p/KNOWLEDGE.md', ['AK107']],
    ])
  })

  test('a FIFO named KNOWLEDGE.md is quarantined and holds nothing up', async () => {
    const root = tempFolder({ 'p/x.md': '' })
    spawnSync('mkfifo', [join(root, 'p/KNOWLEDGE.md')])
    const { catalog } = await openKnowledge({ roots: [root], ports: memoryPorts(diskFiles) })
    expect(catalog.quarantined.map(({ diagnostics }) => diagnostics[0]?.message)).toEqual(['It is not a regular file.'])
  })

  test('AK-077: a folder that cannot be listed is mentioned, the others are found', () => {
    expect(walk({ '/w/private': { trouble: 'unreadable-folder' }, '/w/p/KNOWLEDGE.md': pack })).toMatchObject({
      paths: ['p/KNOWLEDGE.md'],
      names: ['unreadable-folder'],
    })
  })

  test('AK-078: the order of the disk changes nothing', async () => {
    const files = memoryFiles({
      '/w/b/KNOWLEDGE.md': packText({ name: 'one' }),
      '/w/a/KNOWLEDGE.md': packText({ name: 'one' }),
      '/w/a-b/KNOWLEDGE.md': packText({ name: 'two' }),
      '/w/a/z/knowledge.yaml': 'x',
    })
    const backwards: Files = { ...files, list: (folder) => [...(files.list(folder) ?? [])].reverse() }
    const [first, second] = await Promise.all(
      [files, backwards].map(
        async (disk) => (await openKnowledge({ roots: ['/w'], ports: memoryPorts(disk) })).catalog,
      ),
    )
    expect(JSON.stringify(second)).toBe(JSON.stringify(first))
  })

  test('AK-079: a plain note is mentioned calmly', async () => {
    const { catalog } = await openKnowledge({
      roots: ['/w'],
      ports: memoryPorts(memoryFiles({ '/w/KNOWLEDGE.md': '# What we know\n' })),
    })
    expect(catalog.entries).toEqual([])
    expect(catalog.quarantined).toEqual([])
    expect(catalog.diagnostics.map(({ name, severity, where }) => [name, severity, where.file])).toEqual([
      ['not-a-pack', 'info', 'KNOWLEDGE.md'],
    ])
  })
})
