import { describe, expect, test } from 'vitest'
import { countTokens, openKnowledge } from '../../../src/app/index.ts'
import { estimateTokens } from '../../../src/text/tokens/token-estimate.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import { packTree, packWorld } from '../../support/read-packs.ts'

const cities = [
  'Askerholm',
  'Bergen',
  'Cadiz',
  'Dover',
  'Esbjerg',
  'Faro',
  'Gdansk',
  'Hamina',
  'Imatra',
  'Jelsa',
  'Kiel',
  'Larvik',
]
const paragraphs = cities.map(
  (city, i) =>
    `## ${city}\n\nThe kiosk of ${city} sells tickets from ${i + 5} o'clock. Its battery is tested on day ${i + 1} of the month, and the kiosk reports the result to the desk.\n`,
)
const table = `## Swap times\n\n| Harbour | Kiosk swap time |\n|---|---|\n${cities.map((city, i) => `| ${city} | The kiosk is swapped in ${i + 1} days |`).join('\n')}\n`
const code = '## Restart\n\n```sh\nkiosk stop --battery\nkiosk start --battery\n```\n'
const files = { 'compiled/facts.md': `# Facts\n\n${paragraphs.join('\n')}\n${table}\n${code}` }
const task = 'When is the battery of the kiosk tested, and how soon is the kiosk swapped?'

describe('the budget', () => {
  test.each([120, 160, 200, 300, 450, 600, 800, 1200])(
    'AK-169: %i tokens are never exceeded, wrapper included',
    async (budget) => {
      const { read } = await packWorld({ kiosk: { files } })
      const result = await read({ task, budget })
      expect(result.tokens).toBeLessThanOrEqual(budget)
      expect(result.tokens).toBe(await countTokens(result.fenced))
      expect(result.tokenizer).toBe('o200k_base')
    },
  )

  test('AK-169: a budget that has room is used', async () => {
    const { read } = await packWorld({ kiosk: { files } })
    const { tokens } = await read({ task, budget: 400 })
    expect(tokens).toBeGreaterThan(330)
  })

  test.each([150, 220, 350, 500])(
    'AK-174: at %i tokens every excerpt begins and ends with a sentence, an item, a row or a code block',
    async (budget) => {
      const { read } = await packWorld({ kiosk: { files } })
      const { excerpts } = await read({ task: `${task} Which command starts the kiosk?`, budget })
      expect(excerpts.length).toBeGreaterThan(0)
      for (const { text } of excerpts) expect(text).toMatch(/(?:\.|\||```)$/)
      for (const { text } of excerpts) expect(text).toMatch(/^(?:The |Its |\||```)/)
    },
  )

  test('AK-174: a row is shown with the head of its table', async () => {
    const { read } = await packWorld({ kiosk: { files } })
    const { fenced } = await read({ task: 'In how many days is the kiosk of Larvik swapped?', budget: 260 })
    expect(fenced).toContain('| Harbour | Kiosk swap time |')
    expect(fenced).toContain('| Larvik |')
  })

  test('AK-176: one that cannot hold anything is an error, and nothing is given', async () => {
    const { read } = await packWorld({ kiosk: { files } })
    const result = await read({ task, budget: 5 })
    expect(result).toMatchObject({ fenced: '', excerpts: [], tokens: 0 })
    expect(result.warnings).toContainEqual(
      expect.objectContaining({ code: 'AK802', name: 'budget-too-small', severity: 'error' }),
    )
  })

  test.each([
    ['nothing', {}, undefined, 2000],
    ['a call', {}, 700, 700],
    ['a config', { defaultBudget: 600 }, undefined, 600],
    ['a call, which goes before a config', { defaultBudget: 600 }, 700, 700],
    ['a ceiling, which goes before both', { defaultBudget: 600, restraints: { budget: 300 } }, 700, 300],
  ])('AK-170: said by %s', async (_, options, budget, used) => {
    const ports = memoryPorts(memoryFiles(packTree({ kiosk: { files } })))
    const knowledge = await openKnowledge({ roots: ['/w'], ports, trustAll: true, ...options })
    const { inputs, receipt } = await knowledge.read({ task, ...(budget === undefined ? {} : { budget }) })
    expect([inputs.budget, receipt.budget]).toEqual([used, used])
  })

  test('the budget and the tokenizer are recorded', async () => {
    const { read } = await packWorld({ kiosk: { files } })
    const { tokens, receipt } = await read({ task, budget: 500 })
    expect(Number.isInteger(tokens)).toBe(true)
    expect(receipt).toMatchObject({ budget: 500, tokenizer: 'o200k_base' })
  })
})

test('AK-172: the estimate of Chinese text is within 25 % of a real count', async () => {
  const text =
    '停电时内置电池可以继续供电二十五分钟，之后系统会停止售票并打印最后一张收据。屏幕和打印机的保修期为二十四个月，不包括使用未经认证的纸张造成的损坏。'.repeat(
      20,
    )
  const [estimate, real] = [estimateTokens(text), await countTokens(text)]
  expect(Math.abs(estimate - real) / real).toBeLessThan(0.25)
})
