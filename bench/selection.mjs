import { loadEngine } from './engine.mjs'
import { absent, readSelectionData, toSource } from './selection-data.mjs'

export const title = 'Selection: share of the evidence that a read brings back, 200 questions over five packs, budgets with a wrapper of 90 tokens a pack'

const overhead = { entry: 90, passage: 0 }
/** Of a budget that was asked for, more is used than of the ceiling that nobody asked for. */
const filling = 0.5
const targets = { 600: 0.88, 1100: 0.95 }

export async function run() {
  const data = readSelectionData()
  if (!data) return [{ name: absent('selection') }]
  const { openCorpus, loadTokenizer } = await loadEngine()
  const { count } = await loadTokenizer()
  const sources = Object.entries(data.texts).map(([name, text]) => toSource(name, text))
  const corpus = openCorpus(sources)
  const measure = (options) => measured(data.questions, (question) => corpus.select(question, { count, overhead, ...options }))
  const adaptive = measure({ budget: 2000 })
  return [
    ...[250, 400, 600, 800, 1100, 1500, 2000].map((budget) => {
      const row = measure({ budget, share: filling })
      return { name: `budget ${budget}`, ...row, ratio: targets[budget] && targets[budget] / row.recall, limit: targets[budget] && 1 }
    }),
    { name: 'adaptive, at most 2000', ...adaptive, ratio: Math.max(0.93 / adaptive.recall, adaptive.tokens / 800), limit: 1 },
    abstention(data.questions, sources, openCorpus, count),
  ]
}

function measured(questions, select) {
  const results = questions.map((asked) => ({ asked, selection: select(asked.question) }))
  const refsOf = ({ passages }) => new Set(passages.map(({ source }) => source.ref))
  const right = ({ asked }) => `pack:${asked.corpus}`
  return {
    recall: mean(results.map(recallOf)),
    ...Object.fromEntries(['wikitexts', 'chatlogs'].map((name) => [name, mean(results.filter(({ asked }) => asked.corpus === name).map(recallOf))])),
    tokens: mean(results.map(({ selection }) => selection.tokens + overhead.entry * refsOf(selection).size)),
    routed: mean(results.map((result) => (result.selection.passages[0]?.source.ref === right(result) ? 1 : 0))),
    'only there': mean(results.map((result) => ([...refsOf(result.selection)].every((ref) => ref === right(result)) ? 1 : 0))),
    stretches: mean(results.map(({ selection }) => selection.passages.reduce((sum, { stretches }) => sum + stretches.length, 0))),
    silent: results.filter(({ selection }) => selection.passages.length === 0).length,
  }
}

function recallOf({ asked, selection }) {
  const given = selection.passages.filter(({ source }) => source.ref === `pack:${asked.corpus}`).flatMap(({ stretches }) => stretches)
  const found = asked.evidence.flatMap((wanted) => given.map((one) => Math.max(0, Math.min(wanted.end, one.end) - Math.max(wanted.start, one.start))))
  return sum(found) / sum(asked.evidence.map(({ start, end }) => end - start))
}

/** The same questions with the pack that answers them taken away: silence is right, any answer is wrong. */
function abstention(questions, sources, openCorpus, count) {
  const without = Object.fromEntries([...new Set(questions.map(({ corpus }) => corpus))].map((name) => [name, openCorpus(sources.filter(({ ref }) => ref !== `pack:${name}`))]))
  const answered = questions.filter(({ question, corpus }) => without[corpus].select(question, { budget: 2000, count, overhead }).passages.length > 0).length
  return { name: 'their pack removed', 'answered wrongly': answered, silent: questions.length - answered }
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
const mean = (numbers) => sum(numbers) / numbers.length
