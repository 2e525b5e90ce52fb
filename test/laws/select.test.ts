import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { select } from '../../src/resolve/select.ts'
import type { Passage, Selection, Source } from '../../src/resolve/source.ts'
import { loadTokenizer } from '../../src/text/tokens.ts'

const { count } = await loadTokenizer()

const words = ['kiosk', 'battery', 'price', 'the', 'warranty', 'paper jam', 'ERR_12', '保修期', '電池は', 'of', 'getTray', '\u0000', 'Mr. Smith', '12.5', 'naïve', '😀']
const lines = [
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }).map((list) => `${list.join(' ')}.`),
  fc.constantFrom('', '# Battery', '## Boundaries', '- the price', '| a | b |', '|---|---|', '| kiosk | 3 |', '```', '> battery', '    code', '===', '\t', '<b>'),
]
const text = fc.array(fc.oneof(...lines), { maxLength: 30 }).map((list) => list.join('\n'))
const source = fc.record({
  ref: fc.constantFrom('pack:a', 'pack:b', 'unit:c/d'),
  path: fc.constantFrom('a.md', 'b.md', 'compiled/boundaries.md'),
  text,
  from: fc.constantFrom(0, 7),
  fileDigest: fc.constant(''),
  entry: fc.constantFrom({ name: '', description: '' }, { name: 'Harbor kiosk', description: 'battery facts' }),
  title: fc.constantFrom('', 'Harbor kiosk'),
  hints: fc.constantFrom([], ['battery facts']),
  persist: fc.boolean(),
})
const sources = fc.uniqueArray(source, { maxLength: 4, selector: ({ ref, path }) => `${ref} ${path}` })
const task = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((list) => list.join(' '))
const options = fc.record({ budget: fc.integer({ min: 0, max: 120 }), share: fc.constantFrom(0, 0.5, 0.7), overhead: fc.constantFrom({ entry: 0, passage: 0 }, { entry: 20, passage: 5 }) })

const cost = ({ passages, tokens }: Selection, overhead: { entry: number; passage: number }): number =>
  tokens + overhead.entry * new Set(passages.map((passage) => passage.source.ref)).size + overhead.passage * passages.length

const quoted = ({ source: { text }, stretches }: Passage): string => stretches.map(({ start, end }) => text.slice(start, end)).join('\n[…]\n')

describe('whatever the texts and the task', () => {
  test('AK-169: the budget is never exceeded, the wrapper of every entry and passage included', () => {
    fc.assert(fc.property(sources, task, options, (given, asked, limits) => {
      const selection = select(given, asked, { count, ...limits })
      expect(cost(selection, limits.overhead)).toBeLessThanOrEqual(Math.max(0, limits.budget))
      expect(selection.tokens).toBe(selection.passages.reduce((sum, { text }) => sum + count(text), 0))
    }), { numRuns: 300 })
  })

  test('every passage is what stands in its source between its offsets, in order and without overlap', () => {
    fc.assert(fc.property(sources, task, options, (given, asked, limits) => {
      for (const passage of select(given, asked, { count, ...limits }).passages) {
        expect(passage.text).toBe(quoted(passage))
        expect(passage.stretches[0]?.start).toBeGreaterThanOrEqual(passage.source.from)
        for (const [i, { start, end }] of passage.stretches.entries()) {
          expect(end).toBeGreaterThan(start)
          expect(start).toBeGreaterThan(passage.stretches[i - 1]?.end ?? -1)
        }
      }
    }), { numRuns: 300 })
  })

  test('nothing is quoted twice', () => {
    fc.assert(fc.property(sources, task, options, (given, asked, limits) => {
      const starts = select(given, asked, { count, ...limits }).passages.flatMap(({ source: { ref, path }, stretches }) => stretches.map(({ start }) => `${ref} ${path} ${start}`))
      expect(new Set(starts).size).toBe(starts.length)
    }))
  })

  test('AK-166: the order in which sources are given changes nothing', () => {
    fc.assert(fc.property(sources, task, options, (given, asked, limits) => {
      expect(select(given.toReversed(), asked, { count, ...limits })).toEqual(select(given, asked, { count, ...limits }))
    }))
  })
})

describe('hostile texts', () => {
  const hostile = (text: string): Source => ({ ref: 'pack:a', path: 'a.md', text, from: 0, fileDigest: '', entry: { name: '', description: '' }, title: '', hints: [], persist: false })
  const megabyte = 1_000_000

  test.each([
    ['one line without a break', 'a'.repeat(megabyte)],
    ['one line of words without a sentence', 'battery '.repeat(megabyte / 8)],
    ['NULs', '\u0000'.repeat(megabyte)],
    ['Chinese without a sentence', '电池'.repeat(megabyte / 2)],
    ['full stops', '. '.repeat(megabyte / 2)],
    ['pipes', '|'.repeat(megabyte)],
    ['list marks', '- '.repeat(megabyte / 2)],
    ['quotes in quotes', '> '.repeat(megabyte / 2)],
    ['written-out line breaks', '\\n'.repeat(megabyte / 2)],
    ['headings', '# battery\n'.repeat(megabyte / 10)],
    ['lone halves of characters', '\ud800 '.repeat(megabyte / 2)],
  ])('%s, a megabyte of it, beside a good text: the good text is found', (_, text) => {
    const good = { ...hostile('# Facts\n\nThe battery of the kiosk lasts nine hours.\n'), path: 'b.md' }
    const { passages, tokens } = select([hostile(text), good], 'How long does the battery of the kiosk last?', { budget: 200, count })
    expect(passages.map(({ text }) => text)).toContain('The battery of the kiosk lasts nine hours.')
    expect(tokens).toBeLessThanOrEqual(200)
  })

  test.each([
    ['letters', 'a'.repeat(megabyte)],
    ['marks', '!'.repeat(megabyte)],
    ['spaces', ' '.repeat(megabyte)],
    ['line breaks', '\n'.repeat(megabyte)],
    ['pictures', '😀'.repeat(megabyte / 2)],
    ['digits', '7'.repeat(megabyte)],
  ])('AK-172: counting survives a megabyte of %s', (_, text) => {
    expect(count(text)).toBeGreaterThan(0)
  })
})
