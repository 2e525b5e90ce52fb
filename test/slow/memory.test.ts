import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { doorWorld } from '../support/door-world.ts'
import { manifestText, unitWith } from '../support/manifest-text.ts'

const program = resolve('dist/cli.js')

/** The program with a heap of so many megabytes; it ends by a signal when that is not enough. */
function within(
  megabytes: number,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>>; readonly input?: string } = {},
) {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [`--max-old-space-size=${megabytes}`, program, ...args],
    { encoding: 'utf8', maxBuffer: 1 << 28, timeout: 120_000, ...options },
  )
  return { status, signal, stdout, stderr }
}

describe('a hundred bytes of heap for every character of a text', () => {
  test.each([
    ['zero-width spaces', '\u200b'],
    ['less-than signs', '<'],
    ['direction marks between letters', 'a\u202e'],
    ['ampersands', '&amp;'],
  ])('fence, a million and a half of %s', { timeout: 150_000 }, (_, part) => {
    const input = part.repeat(1_500_000 / part.length)
    expect(within(150, ['fence'], { input })).toMatchObject({ status: 0, signal: null })
  })
})

const unit = (i: number): string =>
  `  - {id: unit-${i}, path: docs/${i}.md, intent: "What is ${i}?", scope: global, audience: [agent, human], triggers: [a${i}, b${i}, c]}\n`

describe('what lies in a repository does not fill the memory', () => {
  test('a granted file of zero-width spaces, sixty megabytes, is refused by its size', { timeout: 150_000 }, () => {
    const world = doorWorld({
      'knowledge.yaml': manifestText(
        { project: 'harbor' },
        unitWith({ id: 'zero', path: 'zero.md', sensitivity: 'public' }),
      ),
      'zero.md': '\u200b'.repeat(20_000_000),
    })
    const { status, stdout, stderr } = within(100, ['activate', 'unit:harbor/zero'], world)
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain('the limit of one envelope')
  })

  test(
    'twelve manifests of eleven megabytes that nobody granted are listed by their names',
    { timeout: 150_000 },
    () => {
      const world = doorWorld({
        'README.md': '# Nothing\n',
        ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`m${i}/README.md`, 'x'])),
      })
      const text = `project: Flood\nunits:\n${Array.from({ length: 78_000 }, (_, i) => unit(i)).join('')}`
      for (let i = 0; i < 12; i++) writeFileSync(join(world.cwd, `m${i}/knowledge.yaml`), text)
      const { status, stdout, stderr } = within(64, ['hook', 'session-start'], world)
      expect(status).toBe(0)
      expect(stdout).toContain('manifest:flood (needs approval)')
      expect(stderr).toBe(
        'warning AK115 m0/knowledge.yaml: 12 ungranted manifests are large; only the beginning was read.\n',
      )
    },
  )
})
