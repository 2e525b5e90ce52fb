import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { select } from '../../src/select/pipeline.ts'
import { envelopeOf, type Passage, type Source } from '../../src/select/texts/source.ts'
import { loadLanguages, terms } from '../../src/text/lexicon/lexicon.ts'
import { loadTokenizer } from '../../src/text/tokens/tokens.ts'
import { askTexts, count, textSource, wrapper, type Found } from '../support/select-texts.ts'
import { unitWorld } from '../support/unit-world.ts'

const tokenizer = await loadTokenizer()

const words = [
  'kiosk',
  'battery',
  'price',
  'the',
  'warranty',
  'paper jam',
  'ERR_12',
  '保修期',
  '電池は',
  'of',
  'getTray',
  '\u0000',
  'Mr. Smith',
  '12.5',
  'naïve',
  '😀',
]
const lines = [
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }).map((list) => `${list.join(' ')}.`),
  fc.constantFrom(
    '',
    '# Battery',
    '## Boundaries',
    '- the price',
    '| a | b |',
    '|---|---|',
    '| kiosk | 3 |',
    '```',
    '> battery',
    '    code',
    '===',
    '\t',
    '<b>',
  ),
]
const text = fc.array(fc.oneof(...lines), { maxLength: 30 }).map((list) => list.join('\n'))
const source = fc
  .record({
    ref: fc.constantFrom('pack:a', 'pack:b', 'unit:c/d'),
    path: fc.constantFrom('a.md', 'b.md', 'c.txt', 'compiled/boundaries.md'),
    text,
    from: fc.constantFrom(0, 7),
    entry: fc.constantFrom({ name: '', description: '' }, { name: 'Harbor kiosk', description: 'battery facts' }),
    title: fc.constantFrom('', 'Harbor kiosk'),
    hints: fc.constantFrom([], ['battery facts']),
    persist: fc.boolean(),
  })
  .map(({ path, text: written, ...rest }): Source => textSource(path, written, rest))
const sources = fc.uniqueArray(source, { maxLength: 4, selector: ({ ref, path }) => `${ref} ${path}` })
const task = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((list) => list.join(' '))
const asking = fc.record({
  budget: fc.integer({ min: 0, max: 400 }),
  share: fc.constantFrom(0, 0.5, 0.7),
  also: fc.constantFrom([], ['battery', 'paper jam']),
})

const cost = ({ passages, tokens }: Found): number =>
  tokens +
  wrapper.entry * new Set(passages.map((passage) => envelopeOf(passage.source))).size +
  wrapper.passage * passages.length

const quoted = ({ source: { text }, stretches }: Passage): string =>
  stretches.map(({ start, end }) => text.slice(start, end)).join('\n[…]\n')

/** Whatever the texts and the task. */
const always = (
  check: (found: Found, limits: { readonly budget: number }) => void | Promise<void>,
  numRuns = 200,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(sources, task, asking, async (given, asked, limits) =>
      check(await askTexts(given, asked, limits), limits),
    ),
    { numRuns },
  )

describe('whatever the texts and the task', () => {
  test('AK-169: the budget is never exceeded, the wrapper of every entry and passage included', async () => {
    await always((found, { budget }) => {
      expect(cost(found)).toBeLessThanOrEqual(budget)
    })
  })

  test('a weak reply has at most 250 tokens, wrapper included, and nothing is nothing', async () => {
    await always((found) => {
      if (found.outcome === 'weak') expect(cost(found)).toBeLessThanOrEqual(250)
      if (found.outcome === 'nothing') expect(found.passages).toEqual([])
    })
  })

  test('every passage is what stands in its source between its offsets, in order and without overlap', async () => {
    await always(({ passages }) => {
      for (const passage of passages) {
        expect(passage.text).toBe(quoted(passage))
        expect(passage.stretches[0]?.start).toBeGreaterThanOrEqual(passage.source.from)
        for (const [i, { start, end }] of passage.stretches.entries()) {
          expect(end).toBeGreaterThan(start)
          expect(start).toBeGreaterThan(passage.stretches[i - 1]?.end ?? -1)
        }
      }
    })
  })

  test('nothing is quoted twice', async () => {
    await always(({ passages }) => {
      const starts = passages.flatMap(({ source: { ref, path }, stretches }) =>
        stretches.map(({ start }) => `${ref} ${path} ${start}`),
      )
      expect(new Set(starts).size).toBe(starts.length)
    }, 100)
  })

  test('no piece is without a content word', async () => {
    await always(async ({ passages, searched }) => {
      for (const { source: from, stretches } of passages) {
        const text = searched.corpus.members[searched.sources.indexOf(from)]?.text
        const language = text?.language ?? 'en'
        await loadLanguages([language])
        // The head of a table comes with its rows, whatever it says.
        const heads = new Set(Array.from(text?.unitHead ?? [], (head) => text?.unitStart[head]))
        for (const { start, end } of stretches)
          if (!heads.has(start)) expect(terms(from.text.slice(start, end), language)).not.toEqual([])
      }
    })
  })

  test('strength and scores are numbers from 0 on, the best first', async () => {
    await always(({ answer: { strength, ranked } }) => {
      expect(strength).toBeGreaterThanOrEqual(0)
      expect(Number.isFinite(strength)).toBe(true)
      for (const [i, { score }] of ranked.entries()) expect(score).toBeLessThanOrEqual(ranked[i - 1]?.score ?? Infinity)
    }, 100)
  })

  test('the same texts and the same task give the same reply', async () => {
    await fc.assert(
      fc.asyncProperty(sources, task, asking, async (given, asked, limits) => {
        const [one, other] = [await askTexts(given, asked, limits), await askTexts(given, asked, limits)]
        expect([other.outcome, other.answer.strength, other.passages, other.unknownWords]).toEqual([
          one.outcome,
          one.answer.strength,
          one.passages,
          one.unknownWords,
        ])
      }),
      { numRuns: 60 },
    )
  })

  test('AK-166: the order in which entries are given changes nothing', async () => {
    const texts = fc.array(text, { minLength: 2, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(texts, task, async (given, asked) => {
        const world = unitWorld(
          given.map((_, i) => ({ id: `u${i}` })),
          { files: Object.fromEntries(given.map((written, i) => [`/w/docs/u${i}.md`, written])) },
        )
        const picks = async (allowed: ReturnType<typeof world.units>) => {
          const selection = await select(world.files, allowed, { task: asked, tokenizer })
          return [
            selection.outcome,
            selection.strength,
            selection
              .compose(600)
              .picks.map(({ source: { ref, path }, text: shown, score }) => [ref, path, shown, score]),
          ]
        }
        expect(await picks(world.units().toReversed())).toEqual(await picks(world.units()))
      }),
      { numRuns: 40 },
    )
  })
})

describe('hostile texts', () => {
  const plain = (path: string, text: string): Source => textSource(path, text, { entry: { name: '', description: '' } })
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
  ])('%s, a megabyte of it, beside a good text: the good text is found', async (_, text) => {
    const good = plain('b.md', '# Facts\n\nThe battery of the kiosk lasts nine hours.\n')
    const { passages, tokens } = await askTexts(
      [plain('a.md', text), good],
      'How long does the battery of the kiosk last?',
      { budget: 400 },
    )
    expect(passages.map(({ text: shown }) => shown)).toContain('The battery of the kiosk lasts nine hours.')
    expect(tokens).toBeLessThanOrEqual(400)
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
