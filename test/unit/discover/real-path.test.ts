import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { diskFiles } from '../../../src/io/disk/disk-files.ts'
import { grantStore } from '../../../src/io/stores/entry-stores.ts'
import { realPathOf, type Spelling } from '../../../src/io/disk/real-path.ts'
import { hasAlias } from '../../../src/text/paths/paths.ts'
import { tempFolder } from '../../support/temp-folder.ts'

interface Looked extends Spelling {
  looks: number
}

/** A disk that follows links in the spelling it is asked with, as Linux does; `folded` says which names are one. */
function diskOf(
  paths: readonly string[],
  folded: (name: string) => string,
  links: Readonly<Record<string, string>> = {},
): Looked {
  const all = new Set(paths.flatMap((path) => path.split('/').map((_, i, parts) => parts.slice(0, i + 1).join('/'))))
  const keyOf = (path: string): string => path.replace(/\/+$/, '').split('/').map(folded).join('/')
  const found = (path: string): string | undefined => [...all].find((one) => keyOf(one) === keyOf(path))
  const disk: Looked = {
    looks: 0,
    follow: (path) => (found(path) === undefined ? raise() : (links[path] ?? path)),
    names: (folder) =>
      [...all]
        .filter((path) => keyOf(path.slice(0, path.lastIndexOf('/'))) === keyOf(folder))
        .map((path) => path.slice(path.lastIndexOf('/') + 1)),
    identity(path) {
      disk.looks += 1
      return found(path)
    },
  }
  return disk
}

const raise = (): never => {
  throw new Error('nothing stands there')
}
const spelled = (path: string, disk: Spelling): string => realPathOf(path, disk, new Map())
const anyCase = (name: string): string => name.toLowerCase()
const anyForm = (name: string): string => name.normalize('NFD')
const exact = (name: string): string => name

describe('a real path has the one spelling that the disk lists', () => {
  test.each([
    ['any case', diskOf(['/mnt/c/Proj/Docs/A.md'], anyCase), '/MNT/c/proj/docs/a.MD', '/mnt/c/Proj/Docs/A.md'],
    ['any case, with a letter beyond ASCII', diskOf(['/w/Öl.md'], anyCase), '/w/öL.MD', '/w/Öl.md'],
    [
      'any normal form',
      diskOf([`/w/${'é'.normalize('NFD')}/ö.md`], anyForm),
      `/w/${'é'.normalize('NFC')}/ö.md`,
      `/w/${'é'.normalize('NFD')}/ö.md`,
    ],
    ['nothing to fold', diskOf(['/w/Docs/A.md'], exact), '/w/Docs/A.md', '/w/Docs/A.md'],
    ['two names that differ by case', diskOf(['/w/A.md', '/w/a.md'], exact), '/w/a.md', '/w/a.md'],
    [
      'through a link',
      diskOf(['/w/Docs/A.md', '/w/link'], anyCase, { '/w/link': '/W/DOCS/A.md' }),
      '/w/link',
      '/w/Docs/A.md',
    ],
    ['a drive', diskOf(['C:/Proj/Docs'], anyCase), 'c:/proj/docs', 'C:/Proj/Docs'],
    ['a share', diskOf(['//server/share/Docs'], anyCase), '//server/share/docs', '//server/share/Docs'],
    ['the top', diskOf(['/w'], anyCase), '/', '/'],
  ])('%s', (_, disk, path, expected) => {
    expect(spelled(path, disk)).toBe(expected)
  })

  test('what was found out about a folder is asked once, so that a thousand folders beside each other cost a few looks', () => {
    const disk = diskOf(
      Array.from({ length: 200 }, (_, i) => `/w/pack-${i}`),
      exact,
    )
    const folds = new Map<string, boolean>()
    for (let i = 0; i < 200; i++) realPathOf(`/w/pack-${i}`, disk, folds)
    expect(disk.looks).toBeLessThan(10)
  })

  test('nothing there is an error', () => {
    expect(() => realPathOf('/nowhere/at/all')).toThrow()
    expect(diskFiles.realPath('/nowhere/at/all')).toBeUndefined()
  })
})

describe('the real disk', () => {
  const [composed, decomposed] = (['NFC', 'NFD'] as const).map((form) => 'Öffnung.md'.normalize(form)) as [
    string,
    string,
  ]

  test('finds a name in any normal form; the one that stands there wins, and of two others none', () => {
    const root = tempFolder({
      [`a/${decomposed}`]: 'a',
      [`b/${composed}`]: 'b',
      [`c/${composed}`]: 'composed',
      [`c/${decomposed}`]: 'decomposed',
      'd/Å\u0323.md': '1',
      'd/A\u0323\u030a.md': '2',
    })
    const text = (path: string): string => {
      const read = diskFiles.read(root, path, { limit: 100 })
      return read.ok ? Buffer.from(read.bytes).toString() : read.trouble
    }
    expect(
      [
        `a/${composed}`,
        `b/${decomposed}`,
        `c/${composed}`,
        `c/${decomposed}`,
        'd/A\u030a\u0323.md',
        `a/${composed}x`,
      ].map(text),
    ).toEqual(['a', 'b', 'composed', 'decomposed', 'missing', 'missing'])
    expect([diskFiles.kindOf(`${root}/a/${composed}`), diskFiles.realPath(`${root}/a/${composed}`)]).toEqual([
      'file',
      `${realpathSync(root)}/a/${decomposed}`,
    ])
  })

  test('does not let a link that is found in another form lead out of the root', () => {
    const [root, outside] = [tempFolder(), tempFolder({ 'secret.md': 'SECRET' })]
    symlinkSync(outside, `${root}/${'ö'.normalize('NFD')}`)
    expect(diskFiles.read(root, `${'ö'.normalize('NFC')}/secret.md`, { limit: 100 })).toMatchObject({
      ok: false,
      trouble: 'outside',
    })
  })

  test('a grant is found by every path to its folder', () => {
    const root = tempFolder({ 'w/a.md': '' })
    const grants = grantStore(`${root}/state`)
    symlinkSync(`${root}/w`, `${root}/link`)
    mkdirSync(`${root}/w/below`)
    grants.save({ path: `${root}/link`, given: 'terminal', at: '2026-05-06T00:00:00Z', files: {} })
    expect([
      grants.find(`${root}/w`)?.path,
      grants.find(`${root}/w/below`),
      grants.below(`${root}/link`).length,
    ]).toEqual([`${realpathSync(root)}/w`, undefined, 1])
  })
})

describe('names that mean something else on Windows', () => {
  test.each([
    'a.md:stream',
    'a.md::$DATA',
    'docs/a.md.',
    'docs/a.md ',
    'docs /a.md',
    'CON',
    'docs/nul.md',
    'aux.tar.gz',
    'COM1',
    'lpt9.md',
    'C:\\docs\\a.md:x',
    '\\\\?\\C:\\a.',
    'x:/C:/a',
  ])('%s', (path) => expect(hasAlias(path)).toBe(true))
  test.each([
    'a.md',
    'docs/.a',
    '..',
    './a',
    'C:\\docs\\a.md',
    'c:/docs/a.md',
    'console.md',
    'common/nulls.md',
    'com10',
    'a b.md',
    'PROGRA~1/a.md',
    '\\\\server\\share\\a.md',
    '\\\\?\\C:\\a',
  ])('not %s', (path) => expect(hasAlias(path)).toBe(false))
})
