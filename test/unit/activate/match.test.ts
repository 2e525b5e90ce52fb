import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { matchPacks } from '../../../src/activate/match.ts'
import { packWords } from '../../../src/activate/pack-words.ts'
import { openKnowledge } from '../../../src/app/index.ts'
import { diskFiles } from '../../../src/io/disk/disk-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'

const kiosk = packWords(
  'pack:kiosk',
  {
    name: 'kiosk-facts',
    description:
      'Battery, printer and warranty of the Harbor Kiosk. Use it for support. It holds no prices and nothing about vending machines.',
  },
  {
    texts: [
      {
        headings: ['Battery'],
        body: 'The battery lasts nine hours. A self-service terminal for tickets; the printer takes thermal paper.',
      },
    ],
  },
)
const voice = packWords('pack:voice', {
  name: 'desk-voice',
  description: 'How the service desk writes: greetings, apologies, words to avoid.',
})

const chosen = (prompt: string): readonly string[] =>
  matchPacks(prompt, [kiosk, voice]).flatMap(({ ref, matched }) => (matched ? [ref] : []))

describe('a match is clear', () => {
  test.each([
    ['when the prompt names what the pack is about', 'How long does the Harbor Kiosk battery last?'],
    ['also in small letters and with a slip of the pen', 'harbor kiosk batery life??'],
    ['when its words are those of the content, in whatever form', 'Which printers take thermal papers?'],
  ])('AK-133: %s', (_name, prompt) => {
    expect(chosen(prompt)).toEqual(['pack:kiosk'])
  })

  test.each([
    ['a generic task', 'Summarise this document in three points.'],
    ['another product by name', 'How long does the battery of a Quayside Terminal X9 last?'],
    ['what the description leaves to others', 'Which vending machines take thermal paper?'],
    ['a prompt without words', '…?!'],
  ])('AK-135: and never for %s', (_name, prompt) => {
    expect(chosen(prompt)).toEqual([])
  })

  test('the right one of two packs comes first', () => {
    expect(matchPacks('Which words does the desk avoid in greetings?', [kiosk, voice])[0]).toMatchObject({
      ref: 'pack:voice',
      matched: true,
    })
  })

  test('the same prompt has the same scores, whatever the order of the packs', () => {
    const prompt = 'Is the printer of the kiosk under warranty?'
    expect(matchPacks(prompt, [voice, kiosk])).toEqual(matchPacks(prompt, [kiosk, voice]))
  })

  test('words that lie scattered over a pack say less than those of one section', () => {
    const together = packWords(
      'pack:a',
      { name: 'a', description: 'Notes.' },
      {
        texts: [
          { headings: [], body: 'Signing keys are rotated.' },
          { headings: [], body: 'Lunch is at noon.' },
        ],
      },
    )
    const scattered = packWords(
      'pack:b',
      { name: 'b', description: 'Notes.' },
      {
        texts: [
          { headings: [], body: 'Signing is at noon.' },
          { headings: [], body: 'Keys hang by the door.' },
          { headings: [], body: 'Crops are rotated.' },
        ],
      },
    )
    const [first, second] = matchPacks('How often are signing keys rotated?', [scattered, together])
    expect(first).toMatchObject({ ref: 'pack:a', matched: true })
    expect(second).toMatchObject({ ref: 'pack:b', matched: false })
  })

  test('a Latin name inside Chinese text is read as a name', () => {
    const about = (model: string) =>
      packWords(`pack:${model}`, { name: model, description: `${model}打印机的维修手册。` })
    expect(matchPacks('怎么更换W5打印机的墨盒？', [about('W4'), about('W5')])[0]).toMatchObject({
      ref: 'pack:W5',
      matched: true,
    })
  })

  test('accents and the notation of a unit make no difference', () => {
    const scales = packWords('pack:scales', { name: 'scales', description: 'Scales of the café: limit in kilograms.' })
    const plain = matchPacks('Which limit do the cafe scales have in kg?', [scales, voice])
    expect(plain).toEqual(matchPacks('Which limit do the café scales have in kilograms?', [scales, voice]))
  })

  test('a catalog without packs matches nothing', () => {
    expect(matchPacks('Is the printer under warranty?', [])).toEqual([])
  })
})

async function runPrompts(folder: string) {
  const prompts = JSON.parse(readFileSync(`${folder}/prompts.json`, 'utf8')) as readonly {
    readonly id: string
    readonly prompt: string
    readonly expected: string | null
  }[]
  const knowledge = await openKnowledge({ roots: [`${folder}/packs`], ports: memoryPorts(diskFiles), trustAll: true })
  const outcomes = prompts.map(({ id, prompt, expected }) => {
    const [best] = knowledge.match(prompt)
    return { id, expected, actual: best?.matched ? best.ref.slice('pack:'.length) : null }
  })
  const wrong = outcomes.filter(({ expected, actual }) => expected !== actual).map(({ id }) => id)
  const selected = outcomes.filter(({ actual }) => actual !== null)
  const right = selected.filter(({ expected, actual }) => expected === actual)
  return {
    knowledge,
    outcomes,
    wrong,
    precision: right.length / selected.length,
    recall: right.length / outcomes.filter(({ expected }) => expected !== null).length,
  }
}

describe('AK-244: ten packs and one hundred prompts', async () => {
  const { knowledge, outcomes, wrong, precision, recall } = await runPrompts('test/fixtures/eval')

  test('there are one hundred, and at least thirty near misses', () => {
    expect(knowledge.catalog.entries).toHaveLength(10)
    expect(outcomes).toHaveLength(100)
    expect(outcomes.filter(({ expected }) => expected === null).length).toBeGreaterThanOrEqual(30)
  })

  test('the right pack, or none, comes out on top', () => {
    expect(wrong.length, wrong.join(', ')).toBeLessThanOrEqual(5)
  })

  test('precision and recall are at least 0.90', () => {
    expect(precision).toBeGreaterThanOrEqual(0.9)
    expect(recall).toBeGreaterThanOrEqual(0.9)
  })
})

test('AK-244: six further packs and sixty prompts that nothing was tuned on', async () => {
  const { outcomes, wrong, precision, recall } = await runPrompts('test/fixtures/eval-blind')
  expect(outcomes).toHaveLength(60)
  expect(wrong.length, wrong.join(', ')).toBeLessThanOrEqual(6)
  expect(precision).toBeGreaterThanOrEqual(0.9)
  expect(recall).toBeGreaterThanOrEqual(0.9)
})

test('AK-232: no case of the given suite hangs by a thread, but for the one that fails', async () => {
  const suite = JSON.parse(readFileSync('test/fixtures/eval/eval-20.kiosk-brief.json', 'utf8')) as {
    readonly cases: readonly { readonly prompt: string; readonly expected: string }[]
  }
  const knowledge = await openKnowledge({
    roots: ['test/fixtures/packs/kiosk-brief'],
    ports: memoryPorts(diskFiles),
    trustAll: true,
  })
  const scored = suite.cases.map(({ prompt, expected }) => ({
    prompt,
    expected,
    score: knowledge.match(prompt)[0]?.score ?? 0,
  }))
  const unsure = scored.filter(({ expected, score }) =>
    expected === 'select' ? score < 0.65 + 0.03 : score > 0.65 - 0.03,
  )
  expect(unsure.map(({ prompt }) => prompt)).toEqual([
    'Customer says the terminal dies after six hours in winter, answer them.',
  ])
})
