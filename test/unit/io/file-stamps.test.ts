import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fileStamps, folderStamp, stampOf as stampOfStat } from '../../../src/io/disk/file-stamps.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** Long after everything here was written. */
const later = (): number => Date.now() + 60_000
const stampOf = (root: string, path: string, now = later()): string | undefined => fileStamps(root, now)(path)

test('the stamp of a file stays the same until it is written, also with its old time put back', () => {
  const root = tempFolder({ 'docs/a.md': 'one', 'docs/b.md': 'one' })
  const old = new Date(2020, 1, 1)
  utimesSync(join(root, 'docs/a.md'), old, old)
  const before = stampOf(root, 'docs/a.md')
  expect(before).toBeDefined()
  expect([stampOf(root, 'docs/a.md'), stampOf(root, 'docs/b.md')]).not.toContain(undefined)
  expect(stampOf(root, 'docs/a.md')).toBe(before)
  writeFileSync(join(root, 'docs/new.md'), 'two')
  utimesSync(join(root, 'docs/new.md'), old, old)
  renameSync(join(root, 'docs/new.md'), join(root, 'docs/a.md'))
  expect(stampOf(root, 'docs/a.md')).not.toBe(before)
})

test('a file that was changed a moment ago has no stamp: the next change may leave the same times', () => {
  const root = tempFolder({ 'a.md': 'one' })
  expect(stampOf(root, 'a.md', Date.now())).toBeUndefined()
  expect(stampOf(root, 'a.md')).toBeDefined()
})

test('only a regular file that is reached without links has a stamp', () => {
  const root = tempFolder({ 'docs/a.md': 'one' })
  const outside = tempFolder({ 'a.md': 'one' })
  symlinkSync('docs/a.md', join(root, 'link.md'))
  symlinkSync(outside, join(root, 'away'))
  symlinkSync(root, join(outside, 'root'))
  mkdirSync(join(root, 'folder'))
  for (const path of ['link.md', 'away/a.md', 'folder', 'docs', 'missing.md', 'docs/a.md/b'])
    expect([path, stampOf(root, path)]).toEqual([path, undefined])
  expect(stampOf(join(outside, 'root'), 'docs/a.md')).toBeUndefined()
  expect(stampOf(root, 'docs/a.md')).toBeDefined()
})

test('files that were unpacked at once have different stamps where an overlay numbers them from 2^63', () => {
  const stampOfNumber = (ino: bigint): string | undefined =>
    stampOfStat(
      { dev: 45n, ino, size: 4096n, mtimeMs: 5n, mtimeNs: 5_000_000n, ctimeMs: 5n, ctimeNs: 5_000_000n },
      later(),
    )
  expect(stampOfNumber(2n ** 63n + 1n)).toBeDefined()
  expect(stampOfNumber(2n ** 63n + 1n)).not.toBe(stampOfNumber(2n ** 63n + 2n))
})

describe.runIf(process.platform === 'linux')('the stamp of a folder', () => {
  test.each([
    ['a new link', (folder: string) => symlinkSync('a.md', join(folder, 'link.md'))],
    ['a removed file', (folder: string) => rmSync(join(folder, 'b.md'))],
    ['an exchanged file', (folder: string) => renameSync(join(folder, 'b.md'), join(folder, 'a.md'))],
  ])('shows %s', (_, change) => {
    const folder = tempFolder({ 'a.md': 'one', 'b.md': 'two' })
    const old = new Date(2020, 1, 1)
    utimesSync(folder, old, old)
    const before = folderStamp(folder, later())
    expect(folderStamp(folder, later())).toBe(before)
    change(folder)
    expect([before, folderStamp(folder, later())]).not.toContain(undefined)
    expect(folderStamp(folder, later())).not.toBe(before)
  })

  test('is missing just after a change, and for what is no folder', () => {
    const folder = tempFolder({ 'a.md': 'one' })
    expect([folderStamp(folder), folderStamp(join(folder, 'a.md'), later())]).toEqual([undefined, undefined])
  })
})
