import fc from 'fast-check'
import ignore from 'ignore'
import { expect, test } from 'vitest'
import { ignores, parseIgnore } from '../../src/text/paths/ignore-globs.ts'

const name = fc
  .string({ unit: fc.constantFrom('a', 'b', 'c', '.', '-'), minLength: 1, maxLength: 4 })
  .filter((text) => !/^\.+$/.test(text))
const segment = fc.oneof(
  { weight: 3, arbitrary: name },
  fc
    .string({ unit: fc.constantFrom('a', 'b', '*', '?'), minLength: 1, maxLength: 4 })
    .filter((text) => !text.includes('**')),
  fc.constantFrom('**', '[ab]', '[!a]c', '*.c', 'a[a-c]'),
)
const pattern = fc
  .tuple(
    fc.constantFrom('', '!'),
    fc.constantFrom('', '/'),
    fc.array(segment, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', '/'),
  )
  .map(([not, start, segments, end]) => `${not}${start}${segments.join('/')}${end}`)
const path = fc.array(name, { minLength: 1, maxLength: 4 })

/** What a walk that never enters an ignored folder would find. */
function isReached(
  parts: readonly string[],
  verdict: (path: string, isFolder: boolean) => boolean | undefined,
): boolean {
  return parts.every((_, i) => verdict(parts.slice(0, i + 1).join('/'), i < parts.length - 1) !== true)
}

test('the same files are ignored as by the ignore package', () => {
  fc.assert(
    fc.property(fc.array(pattern, { minLength: 1, maxLength: 4 }), path, (patterns, parts) => {
      const rules = parseIgnore(patterns)
      const oracle = ignore({ ignorecase: false }).add(patterns)
      const reached = isReached(parts, (at, isFolder) => ignores(rules, at, isFolder))
      expect(reached).toBe(!oracle.ignores(parts.join('/')))
    }),
    { numRuns: 2000 },
  )
})
