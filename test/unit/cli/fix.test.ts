import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { applyFixes } from '../../../src/author/edit/fix.ts'
import { unifiedDiff } from '../../../src/author/edit/unified-diff.ts'
import { fixPaths } from '../../../src/app/index.ts'
import { replaceFile, writeOutputFile } from '../../../src/io/disk/replace-file.ts'
import type { Diagnostic } from '../../../src/model/codes/diagnostic.ts'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const gitApply = (cwd: string, diff: string): void =>
  void execFileSync('git', ['apply', '--whitespace=nowarn', '-'], {
    cwd,
    input: diff,
    stdio: ['pipe', 'ignore', 'ignore'],
  })

type Place = readonly [line: number, column: number, endLine: number, endColumn: number]

const fixAt = (...edits: readonly (readonly [Place, string])[]): Diagnostic => ({
  code: 'KCP303',
  name: 'value-not-allowed',
  severity: 'error',
  message: '',
  where: { file: 'knowledge.yaml', pointer: '' },
  fix: {
    title: '',
    edits: edits.map(([[line, column, endLine, endColumn], text]) => ({
      range: { start: { line, column }, end: { line: endLine, column: endColumn } },
      text,
    })),
  },
})

describe('applying fixes to a text', () => {
  test('edits move nothing that other edits rely on', () => {
    const fixed = applyFixes('a: one\nb: two\n', [fixAt([[1, 4, 1, 7], 'a longer word']), fixAt([[2, 4, 2, 7], '2'])])
    expect(fixed.text).toBe('a: a longer word\nb: 2\n')
    expect(fixed.applied).toHaveLength(2)
  })

  test('of two that overlap the first wins, and the other is named', () => {
    const late = fixAt([[1, 5, 1, 7], 'X'])
    const fixed = applyFixes('a: one\n', [fixAt([[1, 4, 1, 6], '1']), late])
    expect(fixed.text).toBe('a: 1e\n')
    expect(fixed.skipped).toEqual([{ diagnostic: late, reason: 'overlap' }])
  })

  test('a fix of several edits is taken whole or not at all', () => {
    const fixed = applyFixes('one two three', [
      fixAt([[1, 5, 1, 8], '2']),
      fixAt([[1, 1, 1, 4], '1'], [[1, 6, 1, 7], '?']),
    ])
    expect(fixed.text).toBe('one 2 three')
  })

  test('a place that does not exist is skipped', () => {
    for (const place of [
      [9, 1, 9, 2],
      [1, 4, 1, 40],
      [1, 3, 1, 2],
      [0, 0, 0, 0],
    ] as const) {
      expect(applyFixes('abc\n', [fixAt([place, 'x'])])).toMatchObject({
        text: 'abc\n',
        skipped: [{ reason: 'outside' }],
      })
    }
  })

  test('a fix that changes nothing is not counted as applied', () => {
    expect(applyFixes('abc', [fixAt([[1, 1, 1, 4], 'abc'])])).toMatchObject({
      applied: [],
      skipped: [{ reason: 'unchanged' }],
    })
  })

  test('line breaks of every kind are kept', () => {
    expect(applyFixes('a\r\nb\rc\n', [fixAt([[2, 1, 2, 2], 'B'])]).text).toBe('a\r\nB\rc\n')
  })
})

const manifest = `kcp_version: "0.14"
project: harbor
version: 1.0.0
lisense: MIT
units:
  - id: setup
    path: setup.md
    intent: "How do I set up a kiosk?"
    scope: globl
    audience: agent
`

const mended = manifest
  .replace('lisense', 'license')
  .replace('globl', 'global')
  .replace('audience: agent', 'audience: ["agent"]')

async function validate(
  cwd: string,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const terminal = fakeTerminal({ cwd })
  const code = await main(['validate', ...args], terminal)
  return { code, stdout: terminal.stdout, stderr: terminal.stderr }
}

const folderWith = (text: string): string =>
  tempFolder({ 'harbor/knowledge.yaml': text, 'harbor/setup.md': 'Plug it in.\n' })

describe('--fix', () => {
  test('applies every fix, judges again and says what it did', async () => {
    const cwd = folderWith(manifest)
    const { code, stdout, stderr } = await validate(cwd, '.', '--fix')
    expect(code).toBe(0)
    expect(readFileSync(join(cwd, 'harbor/knowledge.yaml'), 'utf8')).toBe(mended)
    expect(stderr).toBe('fixed 3 findings in harbor/knowledge.yaml\n')
    expect(stdout).toContain('✓ 1 document: no findings')
  })

  test('a second run finds nothing to fix and leaves the bytes alone', async () => {
    const cwd = folderWith(manifest)
    await validate(cwd, '.', '--fix')
    const { stderr } = await validate(cwd, '.', '--fix')
    expect(stderr).toBe('nothing to fix\n')
    expect(readFileSync(join(cwd, 'harbor/knowledge.yaml'), 'utf8')).toBe(mended)
  })

  test('keeps the mode, the byte order mark and the line ends of the file', async () => {
    const cwd = folderWith(`\uFEFF${manifest.replaceAll('\n', '\r\n')}`)
    const path = join(cwd, 'harbor/knowledge.yaml')
    chmodSync(path, 0o640)
    await validate(cwd, '.', '--fix')
    expect(statSync(path).mode & 0o777).toBe(0o640)
    expect(readFileSync(path, 'utf8')).toBe(`\uFEFF${mended.replaceAll('\n', '\r\n')}`)
    expect(readdirSync(join(cwd, 'harbor')).sort()).toEqual(['knowledge.yaml', 'setup.md'])
  })

  test('a file behind a link is left as it is, with the reason, also where the link stays inside', async () => {
    const cwd = tempFolder({ 'harbor/real.yaml': manifest, 'harbor/setup.md': '' })
    symlinkSync('real.yaml', join(cwd, 'harbor/knowledge.yaml'))
    const { stderr } = await validate(cwd, 'harbor/knowledge.yaml', '--fix')
    expect(stderr).toContain('not changed: harbor/knowledge.yaml. It is a link, or is behind one,')
    expect(readFileSync(join(cwd, 'harbor/real.yaml'), 'utf8')).toBe(manifest)
  })

  test('AK-325: --dry-run prints a diff that patch accepts and changes nothing', async () => {
    const cwd = folderWith(manifest)
    const { code, stdout, stderr } = await validate(cwd, '.', '--fix', '--dry-run')
    expect(code).toBe(1)
    expect(readFileSync(join(cwd, 'harbor/knowledge.yaml'), 'utf8')).toBe(manifest)
    expect(stderr).toBe('would fix 3 findings in harbor/knowledge.yaml\nnothing changed\n')
    gitApply(cwd, stdout)
    expect(readFileSync(join(cwd, 'harbor/knowledge.yaml'), 'utf8')).toBe(mended)
  })

  test('the JSON report names each file, what was applied and, in a dry run, the diff', async () => {
    const cwd = folderWith(manifest)
    const dry = JSON.parse((await validate(cwd, '.', '--dry-run', '--json')).stdout) as { fixes: { diff: string }[] }
    expect(dry.fixes).toMatchObject([{ path: 'harbor/knowledge.yaml', applied: 3, skipped: 0, written: false }])
    expect(dry.fixes[0]?.diff).toContain('+license: MIT')
    const done = JSON.parse((await validate(cwd, '.', '--fix', '--json')).stdout) as object
    expect(done).toMatchObject({
      ok: true,
      fixes: [{ path: 'harbor/knowledge.yaml', applied: 3, skipped: 0, written: true }],
    })
  })

  test('nothing is written when another path does not exist', async () => {
    const cwd = folderWith(manifest)
    expect((await validate(cwd, '.', 'nowhere', '--fix')).code).toBe(2)
    expect(readFileSync(join(cwd, 'harbor/knowledge.yaml'), 'utf8')).toBe(manifest)
  })
})

describe('fixes that would make things worse', () => {
  /** Both keys want to be called "license"; a key that stands twice cannot be read at all. */
  const clash = manifest.replace('lisense: MIT', 'lisense: MIT\nlicens: MIT')

  test('are left out, and the others are applied', () => {
    const { documents } = fixPaths(
      memoryFiles({ '/harbor/knowledge.yaml': clash, '/harbor/setup.md': '' }),
      ['/harbor'],
      { cwd: '/' },
    )
    const [document] = documents
    const text = new TextDecoder().decode(document?.changes[0]?.after)
    expect(text).toContain('scope: global')
    expect(text).toContain('license: MIT')
    expect(text).toContain('licens: MIT')
    expect(document?.unsettled).toBe(false)
  })

  test('are left out of a document that cannot be used anyway, even when fewer errors would be left', () => {
    const rejected = clash.replace('path: setup.md', 'path: ../setup.md')
    const { documents } = fixPaths(memoryFiles({ '/harbor/knowledge.yaml': rejected }), ['/harbor'], { cwd: '/' })
    const text = new TextDecoder().decode(documents[0]?.changes[0]?.after)
    expect(text.match(/^license: /gm)).toHaveLength(1)
  })
})

describe('the diff', () => {
  test.each([
    ['a changed line', 'a\nb\nc\n', 'a\nB\nc\n'],
    ['lines added in the middle', 'a\nb\n', 'a\nx\ny\nb\n'],
    ['lines taken away', 'a\nx\ny\nb\n', 'a\nb\n'],
    ['the last line without its break', 'a\nb', 'a\nc'],
    ['a break added at the end', 'a\nb', 'a\nb\n'],
    ['an empty file filled', '', 'a\n'],
    [
      'changes far apart',
      `${'a\n'.repeat(20)}b\n${'c\n'.repeat(20)}d\n`,
      `${'a\n'.repeat(20)}B\n${'c\n'.repeat(20)}D\n`,
    ],
    ['blank lines and repeated lines', '\n\na\n\na\n\n', '\na\n\na\na\n\n'],
    ['windows line ends', 'a\r\nb\r\n', 'a\r\nB\r\n'],
  ])('%s: git applies it', (_, before, after) => {
    const cwd = tempFolder({ 'file.txt': before })
    gitApply(cwd, unifiedDiff('file.txt', before, after))
    expect(readFileSync(join(cwd, 'file.txt'), 'utf8')).toBe(after)
  })

  test('of equal texts is empty', () => {
    expect(unifiedDiff('a', 'x\n', 'x\n')).toBe('')
  })
})

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('replacing a file', () => {
  test('is refused when somebody else changed it in the meantime', () => {
    const root = tempFolder({ 'a.md': 'theirs' })
    expect(replaceFile(root, 'a.md', { before: bytes('mine'), after: bytes('fixed') })).toEqual({
      ok: false,
      detail: 'The file has changed since it was read.',
    })
    expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe('theirs')
  })

  test('is refused when a link leads out of the folder', () => {
    const outside = tempFolder({ 'a.md': 'text' })
    const root = tempFolder()
    symlinkSync(join(outside, 'a.md'), join(root, 'a.md'))
    expect(replaceFile(root, 'a.md', { before: bytes('text'), after: bytes('fixed') })).toMatchObject({ ok: false })
    expect(readFileSync(join(outside, 'a.md'), 'utf8')).toBe('text')
  })

  test('an output file may be new, replaced or a device, and is never a folder', () => {
    const root = tempFolder({ 'old.txt': 'old' })
    mkdirSync(join(root, 'folder'))
    writeFileSync(join(root, 'beside.txt'), 'beside')
    expect(writeOutputFile(join(root, 'new.txt'), bytes('x'), { foreign: [root] })).toEqual({ ok: true })
    expect(writeOutputFile(join(root, 'old.txt'), bytes('y'), { foreign: [root] })).toEqual({ ok: true })
    expect(writeOutputFile('/dev/null', bytes('z'), { foreign: [root] })).toEqual({ ok: true })
    expect(writeOutputFile(join(root, 'folder'), bytes('z'), { foreign: [root] })).toMatchObject({
      ok: false,
      detail: 'It is a folder.',
    })
    expect(readFileSync(join(root, 'old.txt'), 'utf8')).toBe('y')
    expect(readdirSync(root).sort()).toEqual(['beside.txt', 'folder', 'new.txt', 'old.txt'])
    expect(existsSync('/dev/null')).toBe(true)
  })
})
