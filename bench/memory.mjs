import { answer, inOwnProcess } from './measure.mjs'

export const title = 'Peak memory for the worst inputs within the limits; each in a separate process'

const fields = [
  'kind',
  'format',
  'scope',
  'language',
  'hints',
  'access',
  'payment',
  'authority',
  'license',
  'deprecated',
]

const cases = {
  'an empty file': () => '',
  '16 MiB of list items': () => '- a\n'.repeat(4 * 1024 * 1024 - 1),
  '2 MB of empty pairs': () => `[${':,'.repeat(999_000)}]`,
  '2 MB of keys without a value': () => `{${'a,'.repeat(999_000)}a}`,
  '900,000 findings in 10 MB': () =>
    `project: x\nunits:\n${`  - {id: a, path: a, intent: a, ${fields.map((field) => `${field}: 1`).join(', ')}}\n`.repeat(70_000)}`,
  '16 MiB of text': () => `- ${'Which warranty applies to a kiosk? '.repeat(100)}\n`.repeat(4780),
}

export const run = () => inOwnProcess(import.meta.url, Object.keys(cases))

await answer(import.meta.url, async (name) => {
  const { validateText } = await import('../dist/index.js')
  const text = cases[name]()
  const start = performance.now()
  const { diagnostics } = validateText(text, { file: 'knowledge.yaml' })
  const milliseconds = Math.round(performance.now() - start)
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024)
  return { bytes: text.length, findings: diagnostics.length, milliseconds, megabytes, mostMegabytes: 1200 }
})
