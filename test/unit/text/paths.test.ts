import { describe, expect, test } from 'vitest'
import { fileName, fileStem, folderOf, joinPath, normalizePath, pathProblem } from '../../../src/text/paths/paths.ts'

describe('declared paths', () => {
  test.each([
    ['docs/setup.md', undefined],
    ['./docs/../setup.md', undefined],
    ['docs\\setup.md', undefined],
    ['...', undefined],
    ['a..b/c', undefined],
    ['100%.md', undefined],
    ['保/文.md', undefined],
    ['notes:2026.md', undefined],
    ['.hidden', undefined],
    ['', undefined],
    ['/etc/passwd', 'absolute'],
    ['\\\\server\\share', 'absolute'],
    ['\\windows', 'absolute'],
    ['https://harbor.example/a.md', 'absolute'],
    ['file:///etc/passwd', 'absolute'],
    ['C:\\a.md', 'drive'],
    ['c:a.md', 'drive'],
    ['./C:/a.md', 'drive'],
    ['docs/../C:/a.md', 'drive'],
    ['..', 'escape'],
    ['../a.md', 'escape'],
    ['docs/../../a.md', 'escape'],
    ['docs\\..\\..\\a.md', 'escape'],
    ['a/./../../b/c/d', 'escape'],
    ['a\\b/../../c.md', 'escape'],
    ['a\0.md', 'nul'],
    ['%2e%2e/a.md', 'encoded'],
    ['%2E./a.md', 'encoded'],
    ['docs/.%2e/a.md', 'encoded'],
    ['docs%2f..%2f..%2fa.md', 'encoded'],
    ['a%5Cb', 'encoded'],
    ['a%00.md', 'encoded'],
  ])('KCP-224, AK-313: %j: %s', (path, problem) => {
    expect(pathProblem(path)).toBe(problem)
  })

  test('a normal path has forward slashes and no dots', () => {
    expect([
      normalizePath('.\\docs//a/../b.md/'),
      joinPath('docs', '', './a.md'),
      normalizePath('.'),
      normalizePath('../../a'),
    ]).toEqual(['docs/b.md', 'docs/a.md', '', 'a'])
  })
})

test('names, stems and folders of a path', () => {
  expect([fileName('a/b.md'), fileName('a\\b.md'), fileName('b'), fileName('a/')]).toEqual(['b.md', 'b.md', 'b', ''])
  expect([fileStem('a/b.tar.gz'), fileStem('.hidden'), fileStem('b')]).toEqual(['b.tar', '.hidden', 'b'])
  expect([folderOf('a/b/c.md'), folderOf('c.md'), folderOf('/c.md')]).toEqual(['a/b', '', ''])
})
