import { load } from 'js-yaml'
import { validateText } from '../dist/index.js'
import { faultyManifest, manifest } from './data.mjs'
import { race } from './measure.mjs'

export const title = 'Parse and validate a manifest of 10,000 units, against the bare YAML load'

export function run({ rounds = 9 } = {}) {
  const texts = { 'no findings': manifest(10_000), '1,000 findings': faultyManifest(10_000, 1000) }
  return Object.entries(texts).map(([name, text]) => {
    const judge = () => validateText(text, { file: 'knowledge.yaml' })
    const { diagnostics, units } = judge()
    const measured = race(() => load(text), judge, rounds)
    return { name, bytes: text.length, units, findings: diagnostics.length, ...measured, limit: 2 }
  })
}
