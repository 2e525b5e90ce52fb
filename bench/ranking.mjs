import { loadEngine, openCorpus } from './engine.mjs'
import { absent, readCranfield, toSource } from './selection-data.mjs'

export const title = 'Ranking Cranfield: nDCG@10 of 225 queries over 1,400 abstracts (target 0.40, best baseline 0.391)'

const target = 0.4

const baselines = {
  'BM25, Porter, stop words': 0.391,
  'SQLite FTS5 porter': 0.388,
  'MiniSearch, tuned': 0.38,
  'MiniSearch, default': 0.338,
}

export async function run() {
  const data = readCranfield()
  if (!data) return [{ name: absent('ranking/cranfield') }]
  const sources = data.documents.map(({ id, title, text }) => toSource(id, text.trim(), { title }))
  const corpus = openCorpus(await loadEngine(), sources, ['en'])
  const idOf = ({ source }) => source.ref.slice('pack:'.length)
  const rank = (query) => [...new Set(corpus.rank(query).map(idOf))].slice(0, 10)
  const judged = data.queries
    .map((query, i) => ({ query: oneLine(query), relevant: data.relevant[i] }))
    .filter(({ relevant }) => relevant.size > 0)
  const ndcg =
    judged.reduce(
      (sum, { query, relevant }) =>
        sum +
        gain(rank(query).map((id) => relevant.has(id))) /
          gain(Array.from({ length: Math.min(10, relevant.size) }, () => true)),
      0,
    ) / judged.length
  return [
    { name: 'lorefence', queries: judged.length, 'nDCG@10': Number(ndcg.toFixed(4)), ratio: target / ndcg, limit: 1 },
    ...Object.entries(baselines).map(([name, value]) => ({ name: `  ${name} (as given)`, 'nDCG@10': value })),
  ]
}

/** The queries have line breaks inside sentences; a task has one question per line. */
const oneLine = (query) => query.replace(/\s+/g, ' ')

const gain = (hits) => hits.reduce((sum, hit, place) => sum + (hit ? 1 / Math.log2(place + 2) : 0), 0)
