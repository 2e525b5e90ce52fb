import { describe, expect, test } from 'vitest'
import { ignores, parseIgnore } from '../../../src/text/paths/ignore-globs.ts'
import { cpuTime } from '../../support/cpu-time.ts'

const verdict = (lines: string, path: string): boolean | undefined =>
  ignores(parseIgnore(lines.split('\n')), path.replace(/\/$/, ''), path.endsWith('/'))

test('a line of blanks takes time in proportion to its length', async () => {
  const cpu = await cpuTime(() => parseIgnore([`a${' '.repeat(200_000)}x`, `a${'\r'.repeat(200_000)}x`]))
  expect(cpu).toBeLessThan(3000)
})

describe('ignore globs', () => {
  test.each([
    ['a name matches at any depth', 'drafts', 'docs/drafts/', true],
    ['a name matches a file too', 'drafts', 'drafts', true],
    ['a slash at the end asks for a folder', 'drafts/', 'drafts', undefined],
    ['a slash at the start anchors', '/drafts', 'docs/drafts/', undefined],
    ['a slash inside anchors', 'docs/drafts', 'old/docs/drafts/', undefined],
    ['a star stays within a name', 'docs/*', 'docs/a/b', undefined],
    ['a star matches nothing as well', 'kiosk*', 'kiosk', true],
    ['several stars', '*a*b*c', 'xxaxxbxxc', true],
    ['two stars lead', '**/drafts', 'a/b/drafts/', true],
    ['two stars lead from the root', '**/drafts', 'drafts/', true],
    ['two stars end: what is inside', 'docs/**', 'docs/a/b', true],
    ['two stars end: not the folder itself', 'docs/**', 'docs/', undefined],
    ['two stars in the middle stand for nothing too', 'a/**/b', 'a/b', true],
    ['two stars in the middle', 'a/**/b', 'a/x/y/b', true],
    ['a question mark is one character', 'v?', 'v1/', true],
    ['a question mark is never none', 'v?', 'v/', undefined],
    ['a set', '*.py[cod]', 'main.pyc', true],
    ['a range', 'v[0-9]', 'v5/', true],
    ['a set turned around', 'v[!0-9]', 'v5/', undefined],
    ['a bracket that does not close is a character', 'a[b', 'a[b', true],
    ['a comment', '# drafts', '# drafts', undefined],
    ['a backslash takes the meaning away', '\\#drafts', '#drafts', true],
    ['spaces at the end do not count', 'drafts   ', 'drafts/', true],
    ['carriage returns do not count', 'drafts\r', 'drafts/', true],
    ['a later rule takes back', 'drafts\n!drafts', 'drafts/', false],
    ['the last rule decides', '!drafts\ndrafts', 'drafts/', true],
    ['nothing', '', 'drafts/', undefined],
  ])('%s', (_, lines, path, expected) => {
    expect(verdict(lines, path)).toBe(expected)
  })

  test('a hostile pattern comes to an end', () => {
    expect(verdict(`${'*a'.repeat(500)}b`, 'a'.repeat(4000))).toBeUndefined()
    expect(verdict(`${'**/a/'.repeat(200)}b`, `${'a/'.repeat(1000)}c`)).toBeUndefined()
  })
})
