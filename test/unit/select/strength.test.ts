import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { askTexts, count, said, textSource } from '../../support/select-texts.ts'

const subjects = ['battery', 'screen', 'printer', 'warranty', 'camera', 'antenna', 'keyboard', 'speaker']
const texts = subjects.map((subject) =>
  textSource(
    `${subject}.md`,
    `# ${subject}\n\nThe technician checks the ${subject} twice. A spare ${subject} stands in the northern depot.\n`,
  ),
)
const strengthOf = async (task: string, also: readonly string[] = []): Promise<number> =>
  (await askTexts(texts, task, { also })).answer.strength

describe('strength', () => {
  test('a further rare word that stands at the best place raises it', async () => {
    const rare = ['Oluf', 'lantern', 'copper', 'granite']
    const marked = [
      ...texts,
      textSource('depot.md', `# Depot\n\nIn the depot ${rare.join(' and ')} lie beside a spare antenna.\n`),
    ]
    const strengths: number[] = []
    for (let words = 1; words <= rare.length; words++)
      strengths.push((await askTexts(marked, rare.slice(0, words).join(' '))).answer.strength)
    expect(strengths).toEqual(strengths.toSorted((a, b) => a - b))
  })

  test('a further word that stands there and everywhere hardly changes it', async () => {
    const words = fc.subarray(['technician', 'checks', 'spare', 'northern', 'depot', 'twice'], { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...subjects), words, async (subject, [added = '', ...others]) => {
        const before = [subject, ...others].join(' ')
        expect(await strengthOf(`${before} ${added}`)).toBeGreaterThanOrEqual(0.95 * (await strengthOf(before)))
      }),
      { numRuns: 60 },
    )
  })

  test('a word that stands nowhere lowers it', async () => {
    const [without, once, twice] = [
      await strengthOf('spare battery depot'),
      await strengthOf('spare battery depot penguin'),
      await strengthOf('spare battery depot penguin zeppelin'),
    ]
    expect(once).toBeLessThan(without)
    expect(twice).toBeLessThan(once)
  })

  test('a name or a number that is missing around the best place lowers it more than another word', async () => {
    const strength = await strengthOf('Where is the spare battery of larvik?')
    expect(await strengthOf('Where is the spare battery of Larvik?')).toBeLessThan(strength)
    expect(await strengthOf('Where is the spare battery of 1987?')).toBeLessThan(strength)
  })

  test('a name that stands there costs nothing', async () => {
    expect(await strengthOf('Where is the spare Battery?')).toBe(await strengthOf('Where is the spare battery?'))
  })

  test('AK-162: words that stand nowhere never silence what is there; they are named', async () => {
    const { outcome, passages, unknownWords } = await askTexts(
      texts,
      'Which zeppelin of penguin Oluf brought the antenna to Larvik?',
    )
    expect(outcome).not.toBe('nothing')
    expect(passages[0]?.source.path).toBe('antenna.md')
    expect(unknownWords).toEqual(['zeppelin', 'penguin', 'Oluf', 'brought', 'Larvik'])
  })

  test('what stands elsewhere is not named as unknown', async () => {
    expect((await askTexts(texts, 'Does the battery have a camera?')).unknownWords).toEqual([])
  })

  test('a few other texts hardly lower it; thousands, among which more is found by chance, do', async () => {
    const among = async (others: number): Promise<number> => {
      const foreign = Array.from({ length: others }, (_, i) =>
        textSource(`ferry-${i}.md`, `# Ferry ${i}\n\nThe ferry number ${i} sails to Skagen on Sunday.\n`),
      )
      return (await askTexts([...texts, ...foreign], 'Where is the spare battery?')).answer.strength
    }
    const few = await among(50)
    expect(few).toBeGreaterThan(0.9 * (await among(0)))
    expect(await among(2500)).toBeLessThan(0.7 * few)
  })

  test('an unrelated text beside it changes no outcome', async () => {
    const foreign = Array.from({ length: 30 }, (_, i) =>
      textSource(`ferry-${i}.md`, `# Ferry ${i}\n\nThe ferry number ${i} sails to Skagen on Sunday.\n`, {
        ref: `pack:ferry-${i}`,
      }),
    )
    expect((await askTexts([...texts, ...foreign], 'Where is the spare battery?')).outcome).toBe(
      (await askTexts(texts, 'Where is the spare battery?')).outcome,
    )
  })

  test('words that stand in every text and one that stands nowhere are no answer', async () => {
    expect((await askTexts(texts, 'Which technician stands on the zeppelin?')).outcome).not.toBe('answered')
  })

  test('a task of words that say nothing is not answered by what the caller adds', async () => {
    const { outcome, answer } = await askTexts(texts, 'what about it?', { also: ['technician'] })
    expect([outcome === 'answered', Number.isFinite(answer.strength)]).toEqual([false, true])
  })
})

describe('a weak reply', () => {
  const long = textSource(
    'notes.md',
    `# Notes\n\n${Array.from({ length: 16 }, (_, i) => `The mast on roof ${i} is painted by pupils of school ${i}.`).join(' ')}\n`,
  )

  test('has at most 250 tokens, wrapper included, whatever the budget', async () => {
    const found = await askTexts(
      [...texts, long],
      'Which zeppelin pilot of Oluf Larsen saw the mast of Larvik yesterday morning?',
      { budget: 4_000, share: 0 },
    )
    expect(found.outcome).toBe('weak')
    expect(count(said(found))).toBeGreaterThan(0)
    expect(count(said(found)) + 110 + 16).toBeLessThanOrEqual(250)
  })
})
