import { parseManifest, query } from '../dist/index.js'
import { manifest as manifestText } from './data.mjs'
import { race } from './measure.mjs'

export const title =
  'Queries over a prepared manifest of 10,000 units, against a plain lower-casing scan (at least ten times faster)'

/** One word, several words, parts of words, a word of every unit, and a word of no unit. */
const requests = [
  ['kiosk'],
  ['refund', 'escalation'],
  ['setup guide'],
  ['ranty'],
  ['release-notes', 'billing', 'harbor'],
  ['0042'],
  ['team'],
  ['crane'],
]

export function run() {
  const { manifest } = parseManifest(manifestText(10_000), { file: 'knowledge.yaml' })
  const prepared = [{ manifest, source: null }]
  query(prepared, {}, {})
  const scanAll = () => {
    for (const terms of requests) scan(manifest.units, terms)
  }
  const queryAll = () => {
    for (const terms of requests) query(prepared, { terms }, {})
  }
  agree(prepared, manifest)
  const each = requests.map((terms) => ({
    name: terms.join(' + '),
    ...race(
      () => scan(manifest.units, terms),
      () => query(prepared, { terms }, {}),
      15,
    ),
  }))
  return [{ name: 'all of them', ...race(scanAll, queryAll, 15), limit: 0.1 }, ...each].map((row) => ({
    ...row,
    times: 1 / row.ratio,
  }))
}

/** KCP §15.4 without any preparation. */
function scan(units, terms) {
  const scored = []
  for (const unit of units) {
    const score = scoreOf(unit, terms)
    if (score > 0) scored.push({ unit, score })
  }
  return scored.sort((a, b) => b.score - a.score).slice(0, 5)
}

function scoreOf({ triggers = [], intent, id, path }, terms) {
  let score = 0
  for (const written of terms) {
    const term = written.toLowerCase()
    if (triggers.some((trigger) => trigger.toLowerCase().includes(term))) score += 5
    if (intent.toLowerCase().includes(term)) score += 3
    if (id.toLowerCase().includes(term) || path.toLowerCase().includes(term)) score += 1
  }
  return score
}

/** Both must return the same results. */
function agree(prepared, { units }) {
  for (const terms of requests) {
    const found = query(prepared, { terms }, {}).results.map(({ unit_id: id, score }) => `${id} ${score}`)
    const expected = scan(units, terms).map(({ unit, score }) => `${unit.id} ${score}`)
    if (found.join() !== expected.join()) throw new Error(`The query for ${terms} differs from the scan.`)
  }
}
