import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const title = 'Memory at its peak, for the worst that the limits let through; each in a process of its own'

const fields = ['kind', 'format', 'scope', 'language', 'hints', 'access', 'payment', 'authority', 'license', 'deprecated']

const cases = {
  'an empty file': () => '',
  '16 MiB of list items': () => '- a\n'.repeat(4 * 1024 * 1024 - 1),
  '2 MB of empty pairs': () => `[${':,'.repeat(999_000)}]`,
  '2 MB of keys without a value': () => `{${'a,'.repeat(999_000)}a}`,
  '900,000 findings in 10 MB': () => `project: x\nunits:\n${`  - {id: a, path: a, intent: a, ${fields.map((field) => `${field}: 1`).join(', ')}}\n`.repeat(70_000)}`,
  '16 MiB of text': () => `- ${'Which warranty applies to a kiosk? '.repeat(100)}\n`.repeat(4780),
}

const here = fileURLToPath(import.meta.url)

export function run() {
  return Object.keys(cases).map((name) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [here, name], { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    return { name, ...JSON.parse(stdout), mostMegabytes: 1200 }
  })
}

if (process.argv[1] === here) {
  const { validateText } = await import('../dist/index.js')
  const text = cases[process.argv[2]]()
  const start = performance.now()
  const { diagnostics } = validateText(text, { file: 'knowledge.yaml' })
  const milliseconds = Math.round(performance.now() - start)
  console.log(JSON.stringify({ bytes: text.length, findings: diagnostics.length, milliseconds, megabytes: Math.round(process.resourceUsage().maxRSS / 1024) }))
}
