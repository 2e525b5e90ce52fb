import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openKnowledge } from '../dist/index.js'

export const title = 'Implicit activation without a model: is the right pack chosen, or none? (targets: 0.90)'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const open = (path, trustAll) => openKnowledge({ roots: [at(path)], trustAll })
const examples = 'examples/.agents/knowledge'

const [packs, packsByMetadata, unseen, kiosk, kioskByMetadata, company] = await Promise.all([
  open('test/fixtures/eval/packs', true),
  open('test/fixtures/eval/packs', false),
  open('test/fixtures/eval-blind/packs', true),
  open('test/fixtures/packs/kiosk-brief', true),
  open('test/fixtures/packs/kiosk-brief', false),
  open(examples, true),
])

export function run() {
  return [
    { ...ofSuite('20 prompts, one small pack', kiosk, given()), ...aimed },
    ofSuite('  by its metadata alone', kioskByMetadata, given()),
    { ...ofPrompts('100 prompts, ten packs', packs), ...aimed },
    ofPrompts('  by their metadata alone', packsByMetadata),
    { ...ofPrompts('60 prompts nothing was tuned on', unseen, 'eval-blind'), ...aimed },
    ...company.evaluate({}).suites.map((suite) => row(`${suite.pack_name}, ${suite.split}`, suite.results)),
  ].map(withRatio)
}

const aimed = { target: 0.9, limit: 1 }

const withRatio = ({ target, ...entry }) =>
  target === undefined ? entry : { ...entry, ratio: target / Math.min(entry.precision, entry.recall) }

function given() {
  const file = at('test/fixtures/eval/eval-20.kiosk-brief.json')
  return { packs: ['kiosk-brief'], suite: { file, bytes: readFileSync(file) } }
}

function ofSuite(name, knowledge, options) {
  return row(name, knowledge.evaluate(options).suites[0].results)
}

function ofPrompts(name, knowledge, set = 'eval') {
  const prompts = JSON.parse(readFileSync(at(`test/fixtures/${set}/prompts.json`), 'utf8'))
  return row(
    name,
    prompts.map(({ prompt, expected }) => {
      const [best] = knowledge.match(prompt)
      const actual = best?.matched ? best.ref.slice('pack:'.length) : null
      return { expected: expected ?? 'reject', actual: actual ?? 'reject', passed: actual === expected }
    }),
  )
}

function row(name, results) {
  const selected = results.filter(({ actual }) => actual !== 'reject')
  const wanted = results.filter(({ expected }) => expected !== 'reject')
  // A wrong pack is both a false positive and a false negative.
  const right = selected.filter(
    ({ expected, actual }) => expected !== 'reject' && (expected === actual || ['select', 'warn'].includes(actual)),
  )
  return {
    name,
    prompts: results.length,
    'top-1': results.filter(({ passed }) => passed).length / results.length,
    precision: right.length / selected.length,
    recall: right.length / wanted.length,
  }
}
