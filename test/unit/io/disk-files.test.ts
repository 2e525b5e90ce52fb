import { execFileSync } from 'node:child_process'
import fs, { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readHead } from '../../../src/discover/read-head.ts'
import { validatePaths } from '../../../src/app/index.ts'
import { diskFiles } from '../../../src/io/disk/disk-files.ts'
import type { ReadFile } from '../../../src/model/ports.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const limit = 1000
const read = (root: string, path: string, head?: number): ReadFile =>
  diskFiles.read(root, path, { limit, ...(head === undefined ? {} : { head }) })
const textOf = (file: ReadFile): string =>
  file.ok ? Buffer.from(file.bytes).toString() : `${file.trouble}: ${file.detail}`

/** Changes the disk at the moment when the path is checked and the file is about to be opened. */
function exchange(change: () => void): void {
  const { openSync } = fs
  const replace = (opening: typeof openSync): void => {
    Object.assign(fs, { openSync: opening })
    syncBuiltinESMExports()
  }
  onTestFinished(() => replace(openSync))
  replace((...call) => {
    replace(openSync)
    change()
    return openSync(...call)
  })
}

describe('reading inside a root', () => {
  test('a file is read whole, with a link that stays inside too', () => {
    const root = tempFolder({ 'docs/a.md': 'harbor', 'empty.md': '' })
    symlinkSync('docs/a.md', join(root, 'link.md'))
    symlinkSync(join(root, 'docs'), join(root, 'folder'))
    expect(
      [read(root, 'docs/a.md'), read(root, 'link.md'), read(root, 'folder/a.md'), read(root, 'empty.md')].map(textOf),
    ).toEqual(['harbor', 'harbor', 'harbor', ''])
  })

  test('with head, no more than that is read, and it says whether there is more', () => {
    const root = tempFolder({ 'a.md': 'harbor' })
    expect(
      [read(root, 'a.md', 3), read(root, 'a.md', 6), read(root, 'a.md', 99)].map(
        (file) => file.ok && [textOf(file), file.more],
      ),
    ).toEqual([
      ['har', true],
      ['harbor', false],
      ['harbor', false],
    ])
  })

  test('a file above the limit is refused by its size, though its head may be read', () => {
    const root = tempFolder({ 'big.md': '' })
    truncateSync(join(root, 'big.md'), 60_000_000)
    expect(textOf(read(root, 'big.md'))).toBe('too-large: The file has 60000000 bytes; at most 1000 are read.')
    expect(read(root, 'big.md', 10)).toMatchObject({ ok: true, more: true })
  })
})

describe('AK-313: what leads out of the root is refused', () => {
  test.each([
    [
      'a link to a file',
      (root: string, outside: string) => symlinkSync(join(outside, 'secret.md'), join(root, 'a.md')),
      'a.md',
    ],
    [
      'a link to a folder',
      (root: string, outside: string) => symlinkSync(outside, join(root, 'docs')),
      'docs/secret.md',
    ],
    [
      'a chain of links',
      (root: string, outside: string) => {
        symlinkSync(join(outside, 'secret.md'), join(root, 'b.md'))
        symlinkSync('b.md', join(root, 'a.md'))
      },
      'a.md',
    ],
    [
      'a path upwards',
      (root: string, outside: string) => symlinkSync(outside, join(root, '..', 'beside')),
      '../beside/secret.md',
    ],
  ])('%s', (_, arrange, path) => {
    const outside = tempFolder({ 'secret.md': 'secret' })
    const root = join(tempFolder({ 'root/x.md': '' }), 'root')
    arrange(root, outside)
    expect(textOf(read(root, path))).toBe('outside: The file is a link that leaves its root folder.')
  })

  test('a neighbour whose name starts like the root is outside', () => {
    const folder = tempFolder({ 'root/x.md': '', 'root-two/secret.md': 'secret' })
    expect(textOf(read(join(folder, 'root'), '../root-two/secret.md'))).toMatch(/^outside/)
  })
})

describe('what is no regular file is refused without waiting', () => {
  test('a FIFO, which nobody writes to', () => {
    const root = tempFolder()
    execFileSync('mkfifo', [join(root, 'KNOWLEDGE.md')])
    expect(textOf(read(root, 'KNOWLEDGE.md'))).toBe('not-a-file: It is not a regular file.')
    expect(diskFiles.kindOf(join(root, 'KNOWLEDGE.md'))).toBe('other')
  })

  test('a FIFO that takes the place of a file just then', () => {
    const root = tempFolder({ 'a.md': 'harbor' })
    exchange(() => {
      rmSync(join(root, 'a.md'))
      execFileSync('mkfifo', [join(root, 'a.md')])
    })
    expect(textOf(read(root, 'a.md'))).toBe('not-a-file: It is not a regular file.')
  })

  test('a socket, a device and a folder', async () => {
    const root = tempFolder({ 'folder/x.md': '' })
    const server = createServer()
    onTestFinished(() => void server.close())
    await new Promise<void>((resolve) => server.listen(join(root, 'socket'), resolve))
    expect([read(root, 'socket'), read(root, 'folder'), read('/dev', 'null')].map(textOf)).toEqual(
      Array.from({ length: 3 }, () => 'not-a-file: It is not a regular file.'),
    )
  })
})

describe('what cannot be read is said', () => {
  test('a missing file, a file as a folder, a broken link, a loop of links', () => {
    const root = tempFolder({ 'a.md': '' })
    symlinkSync('gone.md', join(root, 'broken.md'))
    symlinkSync('loop.md', join(root, 'loop.md'))
    expect(
      [
        read(root, 'x.md'),
        read(root, 'a.md/x.md'),
        read(root, 'broken.md'),
        read(join(root, 'none'), 'a.md'),
        read(root, 'loop.md'),
      ].map(textOf),
    ).toEqual([
      ...Array.from({ length: 4 }, () => 'missing: The file does not exist.'),
      'unreadable: The file is a circular link.',
    ])
    expect([
      diskFiles.kindOf(join(root, 'loop.md')),
      diskFiles.kindOf(join(root, 'broken.md')),
      diskFiles.list(join(root, 'none')),
      diskFiles.list(join(root, 'a.md')),
    ]).toEqual([undefined, undefined, undefined, undefined])
  })

  test('a path with a NUL, and one that is too long', () => {
    const root = tempFolder()
    expect(read(root, 'a\0.md')).toMatchObject({ ok: false, trouble: 'unreadable' })
    expect(read(root, 'a'.repeat(5000))).toMatchObject({ ok: false, trouble: 'unreadable' })
  })
})

describe('a file that is exchanged between the check and the opening', () => {
  test('by a link', () => {
    const root = tempFolder({ 'a.md': 'harbor' })
    const outside = tempFolder({ 'secret.md': 'secret' })
    exchange(() => {
      rmSync(join(root, 'a.md'))
      symlinkSync(join(outside, 'secret.md'), join(root, 'a.md'))
    })
    expect(read(root, 'a.md')).toMatchObject({ ok: false, trouble: 'unreadable' })
  })

  test('by a link in place of its folder', () => {
    const root = tempFolder({ 'docs/secret.md': 'harbor' })
    const outside = tempFolder({ 'secret.md': 'secret' })
    exchange(() => {
      renameSync(join(root, 'docs'), join(root, 'old'))
      symlinkSync(outside, join(root, 'docs'))
    })
    expect(textOf(read(root, 'docs/secret.md'))).toBe('unreadable: The file was replaced while it was opened.')
  })
})

describe('a file of the root itself', () => {
  test('is read where a link leads to the root', () => {
    const root = tempFolder({ 'pack/KNOWLEDGE.md': 'harbor' })
    symlinkSync(join(root, 'pack'), join(root, 'linked'))
    expect(
      [
        read(join(root, 'linked'), 'KNOWLEDGE.md'),
        read(join(root, 'pack/'), 'KNOWLEDGE.md'),
        read(join(root, 'pack'), './KNOWLEDGE.md'),
      ].map(textOf),
    ).toEqual(['harbor', 'harbor', 'harbor'])
  })

  test.each([
    [
      'the root becomes a link to another folder',
      (root: string, outside: string) => {
        renameSync(root, `${root}-old`)
        symlinkSync(outside, root)
      },
    ],
    [
      'a folder above the root becomes a link',
      (root: string, outside: string) => {
        renameSync(join(root, '..'), `${join(root, '..')}-old`)
        symlinkSync(join(outside, 'above'), join(root, '..'))
      },
    ],
  ])('that is opened while %s is refused', (_, change) => {
    const root = join(tempFolder({ 'above/pack/KNOWLEDGE.md': 'harbor' }), 'above/pack')
    const outside = tempFolder({ 'KNOWLEDGE.md': 'secret', 'above/pack/KNOWLEDGE.md': 'secret above' })
    exchange(() => change(root, outside))
    expect(textOf(read(root, 'KNOWLEDGE.md'))).toBe('unreadable: The file was replaced while it was opened.')
    // Whoever came there without a link is not led astray by one that was put there earlier either.
    expect(textOf(diskFiles.read(root, 'KNOWLEDGE.md', { limit, reached: true }))).toBe(
      'unreadable: The file was replaced while it was opened.',
    )
  })

  test('that was reached without a link is read, and a link in its place may stay inside', () => {
    const root = tempFolder({ 'KNOWLEDGE.md': 'harbor', 'pack/inner.md': 'inner' })
    symlinkSync('inner.md', join(root, 'pack/KNOWLEDGE.md'))
    const reached = (folder: string): string => textOf(diskFiles.read(folder, 'KNOWLEDGE.md', { limit, reached: true }))
    expect([reached(root), reached(join(root, 'pack'))]).toEqual(['harbor', 'inner'])
  })

  test('that becomes a link out of it just then is refused', () => {
    const root = tempFolder({ 'KNOWLEDGE.md': 'harbor' })
    const outside = tempFolder({ 'secret.md': 'secret' })
    exchange(() => {
      rmSync(join(root, 'KNOWLEDGE.md'))
      symlinkSync(join(outside, 'secret.md'), join(root, 'KNOWLEDGE.md'))
    })
    expect(read(root, 'KNOWLEDGE.md')).toMatchObject({ ok: false, trouble: 'unreadable' })
  })
})

test('a folder is listed by name, links as links', () => {
  const root = tempFolder({ 'b.md': '', 'a/x.md': '', 'C.md': '' })
  symlinkSync('b.md', join(root, 'd.md'))
  execFileSync('mkfifo', [join(root, 'e')])
  expect(diskFiles.list(root)).toEqual([
    { name: 'C.md', kind: 'file' },
    { name: 'a', kind: 'folder' },
    { name: 'b.md', kind: 'file' },
    { name: 'd.md', kind: 'link' },
    { name: 'e', kind: 'other' },
  ])
})

describe('AK-071: only frontmatter is read during discovery', () => {
  const head = '---\r\nname: kiosk\r\n---\r\n'

  test.each([
    ['a short head', head],
    ['a head of 100 KB', `---\nname: kiosk\nnote: ${'a'.repeat(100_000)}\n---\n`],
  ])('%s of a file with a body of 50 MB', (_, text) => {
    const root = tempFolder({ 'KNOWLEDGE.md': text })
    truncateSync(join(root, 'KNOWLEDGE.md'), 50_000_000)
    const asked: number[] = []
    const counting = {
      ...diskFiles,
      read: (...call: Parameters<typeof diskFiles.read>) => {
        asked.push(call[2].head ?? Infinity)
        return diskFiles.read(...call)
      },
    }
    const found = readHead(counting, root, true)
    expect(textOf(found)).toBe(text)
    expect(Math.max(...asked)).toBeLessThanOrEqual(262_144)
  })

  test('of a head that does not close, at most 256 KiB', () => {
    const root = tempFolder({ 'KNOWLEDGE.md': `---\n${'a: 1\n'.repeat(200_000)}` })
    const found = readHead(diskFiles, root, true)
    expect(found.ok && [found.bytes.length, found.more]).toEqual([262_144, true])
  })
})

test('a folder is listed in the order of its names as text, which is not that of their bytes', () => {
  const root = tempFolder({ '\u{1F600}.md': '', '\uFF01.md': '' })
  expect(diskFiles.list(root)?.map(({ name }) => name)).toEqual(['\u{1F600}.md', '\uFF01.md'])
})

test('every kind of trouble becomes a diagnostic of its document', () => {
  const root = tempFolder({
    'large/knowledge.yaml': '',
    'gone/x.md': '',
    'folder/knowledge.yaml/x.md': '',
    'binary/knowledge.yaml': Uint8Array.from([0, 255, 0, 1]),
  })
  truncateSync(join(root, 'large/knowledge.yaml'), 60_000_000)
  mkdirSync(join(root, 'fifo'))
  execFileSync('mkfifo', [join(root, 'fifo/knowledge.yaml')])
  mkdirSync(join(root, 'loop'))
  symlinkSync('knowledge.yaml', join(root, 'loop/knowledge.yaml'))
  mkdirSync(join(root, 'web'))
  writeFileSync(join(root, 'outside.yaml'), 'project: x\n')
  symlinkSync(join(root, 'outside.yaml'), join(root, 'web/knowledge.yaml'))
  const { documents } = validatePaths(diskFiles, ['.'], { cwd: root })
  expect(documents.map(({ path, parsed, diagnostics }) => [path, parsed, diagnostics.map(({ code }) => code)])).toEqual(
    [
      ['binary/knowledge.yaml', false, ['KCP102']],
      ['fifo/knowledge.yaml', false, ['KCP107']],
      ['folder/knowledge.yaml', false, ['KCP107']],
      ['large/knowledge.yaml', false, ['KCP106']],
      ['loop/knowledge.yaml', false, ['KCP107']],
      ['web/knowledge.yaml', false, ['KCP107']],
    ],
  )
})
