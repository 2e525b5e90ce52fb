import { load } from 'js-yaml'
import { faultyManifest, manifest } from './data.mjs'
import { answer, inOwnProcess, race } from './measure.mjs'

export const title = 'Parse and validate a manifest of 10,000 units, against the bare YAML load'

const cases = { 'no findings': () => manifest(10_000), '1,000 findings': () => faultyManifest(10_000, 1000) }

export const run = () => inOwnProcess(import.meta.url, Object.keys(cases))

await answer(import.meta.url, async (name) => {
  const { validateText } = await import('../dist/index.js')
  const text = cases[name]()
  const judge = () => validateText(text, { file: 'knowledge.yaml' })
  const { diagnostics, units } = judge()
  return { bytes: text.length, units, findings: diagnostics.length, ...race(() => load(text), judge, 11), limit: 2 }
})
