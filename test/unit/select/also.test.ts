import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { askTexts, scoreAt, searchTexts, textSource } from '../../support/select-texts.ts'
import { packWorld } from '../../support/read-packs.ts'

const subjects = ['battery', 'screen', 'printer', 'warranty', 'camera', 'antenna', 'keyboard', 'speaker']
const texts = subjects.map((subject) =>
  textSource(
    `${subject}.md`,
    `# ${subject}\n\nThe crew checks the ${subject} on Monday. A spare ${subject} stands in shed nine.\n`,
  ),
)

describe('words that the caller adds', () => {
  test('never lower the score of any place', async () => {
    const words = fc.subarray([...subjects, 'crew', 'Monday', 'penguin', 'shed nine', 'Battery', 'spares'], {
      minLength: 1,
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(words, words, async (task, also) => {
        const [without, beside] = [
          await searchTexts(texts, task.join(' ')),
          await searchTexts(texts, task.join(' '), { also }),
        ]
        const scores = new Map(beside.answer.ranked.map(({ index, unit, score }) => [`${index} ${unit}`, score]))
        for (const { index, unit, score } of without.answer.ranked)
          expect(scores.get(`${index} ${unit}`) ?? 0).toBeGreaterThanOrEqual(score - 1e-12)
      }),
      { numRuns: 80 },
    )
  })

  test('never turn an answer into none', async () => {
    const words = fc.subarray([...subjects, 'crew', 'Monday', 'penguin'], { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(words, words, async (task, also) => {
        const [without, beside] = [
          await askTexts(texts, task.join(' ')),
          await askTexts(texts, task.join(' '), { also }),
        ]
        if (without.outcome === 'answered') expect(beside.outcome).toBe('answered')
        if (without.outcome === 'weak') expect(beside.outcome).not.toBe('nothing')
      }),
      { numRuns: 80 },
    )
  })

  test('count less than words of the task', async () => {
    const { answer } = await searchTexts(texts, 'spare battery', { also: ['camera'] })
    expect(scoreAt(answer, 'spare battery')).toBeGreaterThan(scoreAt(answer, 'spare camera'))
    const weights = answer.question
      .filter(({ typed }) => typed === 'battery' || typed === 'camera')
      .map(({ from, weight }) => [from, weight])
    expect(weights).toEqual([
      ['task', expect.any(Number)],
      ['also', expect.closeTo(0.35 * Number(weights[0]?.[1]), 6)],
    ])
  })

  test('find a place that the words of the task alone do not', async () => {
    const [without, beside] = [
      await askTexts(texts, 'How long does the accumulator run?'),
      await askTexts(texts, 'How long does the accumulator run?', { also: ['battery'] }),
    ]
    expect([without.outcome, beside.outcome]).toEqual(['nothing', 'weak'])
    expect(beside.passages[0]?.source.path).toBe('battery.md')
    expect(beside.unknownWords).toEqual(without.unknownWords)
  })

  test('a word of the task counts once, also where the caller repeats it', async () => {
    const [once, twice] = [
      await searchTexts(texts, 'spare battery'),
      await searchTexts(texts, 'spare battery', { also: ['battery', 'Spare'] }),
    ]
    expect(twice.answer.question).toEqual(once.answer.question)
  })

  test('no more than twelve are read', async () => {
    const {
      answer: { question },
    } = await searchTexts(texts, 'spare', { also: Array.from({ length: 20 }, (_, i) => `word${i}`) })
    expect(question.filter(({ from, typed }) => from === 'also' && /1[2-9]$/.test(typed))).toEqual([])
  })
})

describe('words of another language', () => {
  const german = {
    files: {
      'documents/technik.md':
        '# Technik\n\n## Akku\n\nDer Akku des Geräts hält neun Stunden. Er wird über Nacht geladen.\n\n## Drucker\n\nDer Drucker des Geräts wird jeden Montag von der Mannschaft gereinigt.\n\n## Garantie\n\nDie Garantie gilt für vierundzwanzig Monate nach der Lieferung.\n',
    },
  }

  test('bring the passage of a text in the language of the documents', async () => {
    const { read } = await packWorld({ kiosk: german })
    const { outcome, excerpts } = await read({ task: 'How often do they clean it?', also: ['Drucker', 'gereinigt'] })
    expect([outcome, excerpts[0]?.text]).toEqual(['answered', expect.stringContaining('gereinigt')])
  })

  test('one stray word does not answer a task whose words are missing', async () => {
    const sources = [textSource('technik.md', german.files['documents/technik.md'])]
    const { answer, outcome } = await askTexts(sources, 'Which penguins paint umbrellas in winter?', {
      also: ['Montag'],
    })
    expect([Number.isFinite(answer.strength), outcome === 'answered']).toEqual([true, false])
  })
})
