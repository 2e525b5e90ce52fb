import { describe, expect, test } from 'vitest'
import { readContextMap } from '../../../src/parse/pack/context-map.ts'

const entriesOf = (body: string) =>
  readContextMap(`# Guide\n\n## Context map\n\n${body}\n`).entries.map(({ path, hint, line }) => ({ path, hint, line }))
const pathlessOf = (body: string) => readContextMap(`## Context map\n${body}\n`).pathless.map(({ line }) => line)

describe('C-15: the context map', () => {
  test('has bullets with a path in back quotes; the words around it are hints', () => {
    expect(entriesOf('- `compiled/briefing.md` first.\n* Pricing and discounts: `compiled/boundaries.md`')).toEqual([
      { path: 'compiled/briefing.md', hint: 'first', line: 5 },
      { path: 'compiled/boundaries.md', hint: 'Pricing and discounts', line: 6 },
    ])
  })

  test('may number its bullets, wrap them and name several paths', () => {
    expect(entriesOf('1. For warranty questions read\n   `wiki/warranty.md` and then `compiled/facts.md`.')).toEqual([
      { path: 'wiki/warranty.md', hint: 'For warranty questions read and then', line: 6 },
      { path: 'compiled/facts.md', hint: 'For warranty questions read and then', line: 6 },
    ])
  })

  test('may use links and anchors', () => {
    const { entries } = readContextMap(
      '# Context Map:\n- [Returns](documents/handbook.md#returns) for refunds\n- `wiki/`\n',
    )
    expect(entries.map(({ path, anchor, hint }) => ({ path, anchor, hint }))).toEqual([
      { path: 'documents/handbook.md', anchor: 'returns', hint: 'Returns for refunds' },
      { path: 'wiki/', anchor: undefined, hint: '' },
    ])
  })

  test('hands the words of a bullet down to the bullets below it', () => {
    expect(entriesOf('- Incidents\n  - cooling: `wiki/cooling.md`\n  - `wiki/power.md`')).toEqual([
      { path: 'wiki/cooling.md', hint: 'Incidents cooling', line: 6 },
      { path: 'wiki/power.md', hint: 'Incidents', line: 7 },
    ])
  })

  test('ends with its section, subsections included', () => {
    expect(entriesOf('### Support\n\n- `a/b.md`\n\n## Other\n\n- `c/d.md`').map(({ path }) => path)).toEqual(['a/b.md'])
  })

  test('is not read from code or comments', () => {
    expect(entriesOf('```\n- `a/b.md`\n```\n<!--\n- `c/d.md`\n-->')).toEqual([])
  })

  test('keeps paths that leave the pack, so that they can be refused', () => {
    expect(entriesOf('- `../secret.md`\n- `/etc/passwd`\n- `C:\\x.md`').map(({ path }) => path)).toEqual([
      '../secret.md',
      '/etc/passwd',
      'C:\\x.md',
    ])
  })

  test('knows the place of a path', () => {
    const text = '## Context map\r\n- see `a/b.md`\r\n'
    const [entry] = readContextMap(text).entries
    expect(text.slice(entry?.start, entry?.end)).toBe('a/b.md')
  })

  test('names bullets without a path, but not those whose bullets below have one', () => {
    expect(
      pathlessOf(
        '- Start here.\n- Incidents\n  - `wiki/cooling.md`\n- Use `runtime.mode` and `npx tool docs/a.md`.\n- https://example.com and [site](https://example.com)',
      ),
    ).toEqual([2, 5, 6])
  })

  test('is empty without its heading', () => {
    expect(readContextMap('# Map\n- `a/b.md`\n')).toEqual({ entries: [], pathless: [] })
  })
})
