import { mkdirSync, writeFileSync } from 'node:fs'

/** `node bench/run.mjs [name…]` runs the named benches, or all; results are also written to bench/results/. */
const names = [
  'manifest',
  'frontmatter',
  'startup',
  'malformed',
  'memory',
  'catalog',
  'gates',
  'fence',
  'eval',
  'receipts',
  'query',
  'repositories',
  'init',
  'selection',
  'selection-small',
  'questions',
  'ranking',
  'speed',
  'doors',
  'serve',
  'commands',
  'memory-sessions',
  'workspace-scan',
]
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const results = new URL('results/', import.meta.url)

mkdirSync(results, { recursive: true })
for (const name of names.filter((name) => wanted.length === 0 || wanted.includes(name))) {
  const { title, run } = await import(`./${name}.mjs`)
  console.log(`\n${title}`)
  const rows = await run()
  console.table(Object.fromEntries(rows.map(({ name: label, ...row }) => [label, shown(row)])))
  if (rows.some(misses)) process.exitCode = 1
  writeFileSync(
    new URL(`${name}.json`, results),
    `${JSON.stringify({ title, node: process.version, rows }, null, 2)}\n`,
  )
}

/** `missed` names the limits that a bench checked itself. */
function misses(row) {
  const { ratio, limit = Infinity, doubled = 0, doublingLimit = Infinity } = row
  const { megabytes = 0, mostMegabytes = Infinity, missed } = row
  return missed !== undefined || ratio > limit || doubled > doublingLimit || megabytes > mostMegabytes
}

function shown(row) {
  const rounded = (value) => (typeof value === 'number' ? Number(value.toFixed(3)) : value)
  const cells = Object.entries(row).map(([key, value]) => [key, rounded(value)])
  return {
    ...Object.fromEntries(cells.filter(([, value]) => value !== undefined)),
    verdict: misses(row) ? 'MISSED' : 'ok',
  }
}
