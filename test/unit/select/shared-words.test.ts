import { expect, test } from 'vitest'
import { Indexes } from '../../../src/select/texts/indexes.ts'
import type { Source } from '../../../src/select/texts/source.ts'
import { memoryWords } from '../../support/memory-words.ts'
import { askTexts, textSource, type Found } from '../../support/select-texts.ts'

const topics = ['battery', 'screen', 'printer', 'warranty', 'accommodation', 'Versicherung']

const sourceOn = (topic: string, persist = true): Source =>
  textSource(
    `${topic}.md`,
    `# Facts on the ${topic}\n\n${Array.from({ length: 30 }, (_, i) => `The ${topic} of kiosk ${i} was looked at in week ${i + 1}, and the note on it has number ${i * 7}.`).join('\n\n')}\n\n## Empty\n\n## Limits of the ${topic}\n\nNothing here holds for a ${topic} bought elsewhere.\n`,
    { ref: `pack:${topic}`, entry: { name: topic, description: '' }, persist },
  )

const german = textSource(
  'de.md',
  '# Gewährleistung\n\nDie Versicherung des Geräts gilt für zwei Jahre. Der Drucker wird im Hafen gewartet. Die Rechnung geht an die Verwaltung.\n',
)
const all = [...topics.map((topic) => sourceOn(topic)), german]

const tasks = [
  'What number has the note on the printer of kiosk 12?',
  'Is the accomodation empty? And what are the limits of the warranty?',
  'Wie lange gilt die Geräteversicherung?',
  'penguins on the moon',
  'limits',
]

/** Everything that a reply is made of. */
const partsOf = ({ outcome, answer, unknownWords, passages, omitted }: Found): unknown => ({
  outcome,
  strength: answer.strength,
  ranked: answer.ranked.map(({ index, unit, score, textScore }) => [index, unit, score, textScore]),
  weights: answer.question.map(({ typed, terms, weight, ideal }) => [typed, terms, weight, ideal]),
  unknownWords,
  passages: passages.map(({ text, score, matched }) => [text, score, matched]),
  omitted: omitted.length,
})

test.each(tasks)('a shared index gives exactly what counting in memory gives: %s', async (task) => {
  const words = memoryWords()
  for (const sources of [
    all,
    all.slice(2),
    [...all.slice(0, 3), sourceOn('casing', false)],
    [all[1] as Source, all[1] as Source],
  ]) {
    const expected = partsOf(await askTexts(sources, task, { also: ['insurance', 'Hafen'] }))
    const indexes = new Indexes(undefined, words)
    expect(partsOf(await askTexts(sources, task, { also: ['insurance', 'Hafen'], indexes }))).toEqual(expected)
    // And again, with what was remembered.
    expect(partsOf(await askTexts(sources, task, { also: ['insurance', 'Hafen'], indexes }))).toEqual(expected)
  }
})

test('nothing of a text that may not be kept is added, and each other text once', async () => {
  const words = memoryWords()
  await askTexts([...all, sourceOn('casing', false)], 'casing', { indexes: new Indexes(undefined, words) })
  await askTexts(all, 'casing', { indexes: new Indexes(undefined, words) })
  expect(words.texts).toHaveLength(all.length)
  expect(words.texts.some(({ places }) => places.has('case') || places.has('casing'))).toBe(false)
})

test('the words of a text that a requester may not read change nothing for them', async () => {
  const words = memoryWords()
  const task = 'What number has the note on the printer of kiosk 12?'
  const [few, many] = [all.slice(0, 3), [...all, ...['a', 'b', 'c'].map((name) => sourceOn(`printer ${name}`))]]
  const expected = partsOf(await askTexts(few, task))
  await askTexts(many, task, { indexes: new Indexes(undefined, words) })
  expect(partsOf(await askTexts(few, task, { indexes: new Indexes(undefined, words) }))).toEqual(expected)
})

test('only words of the task are looked up, those of one question at once', async () => {
  const words = memoryWords()
  let calls = 0
  const counted = {
    ...words,
    places: (...args: Parameters<typeof words.places>) => ((calls += 1), words.places(...args)),
  }
  await askTexts(all, 'limits of the warranty', { indexes: new Indexes(undefined, counted) })
  expect(calls).toBe(1)
  expect(new Set(words.looked).size).toBeLessThan(6)
})
