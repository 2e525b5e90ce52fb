import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureCliRead } from './cli-read.mjs'
import { loadEngine, openCorpus } from './engine.mjs'
import { timeOf } from './measure.mjs'
import { absent, readSelectionData, toSource } from './selection-data.mjs'
import { drawSections, toPacks, writeWorkspace } from './workspace.mjs'

export const title =
  'Speed of reads: 200 questions over 1,000 packs with 50,000 sections, against MiniSearch and SQLite FTS5 over the same sections; times of one question in milliseconds, of the index in seconds'

const sectionCount = 50_000

/** `NODE_PATH` may point to a folder where `npm i --no-save better-sqlite3` was run. */
function optional(name) {
  try {
    return createRequire(import.meta.url)(name)
  } catch {
    return undefined
  }
}

export async function run() {
  const data = readSelectionData()
  if (!data) return [{ name: absent('selection') }]
  const folder = mkdtempSync(join(tmpdir(), 'lorefence-speed-'))
  process.env.LOREFENCE_STATE = join(folder, 'state')
  try {
    const tasks = data.questions.map(({ question }) => question)
    const sections = drawSections(data.texts, sectionCount)
    const packs = toPacks(sections)
    return [
      ...measureCliRead(join(folder, 'cli'), packs.slice(0, 100), tasks),
      ...(await measureReads(writeWorkspace(join(folder, 'packs'), packs), { packs, tasks, sections })),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The library's own search over the same sections, without gates, fence and receipt, and its index, built as the others
 * build theirs.
 */
async function ownEngine(packs) {
  const engine = await loadEngine()
  const { count } = await engine.loadTokenizer()
  const sources = packs.map(({ name, document }) => toSource(name, document))
  const { made, seconds, megabytes } = built(() => openCorpus(engine, sources, ['en']))
  return { select: (task) => made.select(task, { budget: 2000, count }), index: seconds, megabytes }
}

async function measureReads(root, { packs, tasks, sections }) {
  const { openKnowledge } = await import('../dist/index.js')
  const own = await ownEngine(packs)
  const knowledge = await openKnowledge({ roots: [root], trustAll: true })
  const readAll = async () => {
    const start = performance.now()
    for (const task of tasks) await knowledge.read({ task })
    return (performance.now() - start) / tasks.length
  }
  const each = (search) => timeOf(() => tasks.map((task) => search(task))) / tasks.length
  // The first read builds the index.
  await knowledge.read({ task: tasks[0] })
  each(own.select)
  const rows = [{ name: 'lorefence, its index', index: own.index, megabytes: own.megabytes }]
  for (const [name, build] of [
    ['MiniSearch', miniSearch],
    ['MiniSearch, without function words', miniSearchOnContent],
    ['SQLite FTS5, porter', fullText],
  ]) {
    const engine = build(sections)
    if (!engine) {
      rows.push({ name: `${name} is absent: npm i --no-save better-sqlite3, and name its folder in NODE_PATH` })
      continue
    }
    const bare = each(engine.made)
    // Timed together, so that a busy machine slows all equally.
    const selecting = each(own.select)
    const reading = await readAll()
    rows.push({
      name: `selection alone, against ${name}`,
      index: engine.seconds,
      megabytes: engine.megabytes,
      bare,
      ours: selecting,
      ratio: selecting / bare,
      limit: name.startsWith('MiniSearch') ? 1 : undefined,
    })
    rows.push({
      name: `whole reads, against ${name}`,
      bare,
      ours: reading,
      ratio: reading / bare,
      limit: name.startsWith('MiniSearch') ? 1 : undefined,
    })
  }
  return rows
}

function built(make) {
  globalThis.gc?.()
  const before = process.memoryUsage()
  let made
  const seconds = timeOf(() => (made = make())) / 1000
  globalThis.gc?.()
  const after = process.memoryUsage()
  return { made, seconds, megabytes: (after.heapUsed + after.external - before.heapUsed - before.external) / 2 ** 20 }
}

function miniSearch(sections, options = {}) {
  const MiniSearch = optional('minisearch')
  if (!MiniSearch) return undefined
  return built(() => {
    const index = new (MiniSearch.default ?? MiniSearch)({ fields: ['title', 'text'], ...options })
    index.addAll(sections)
    return (task) => index.search(task).slice(0, 10)
  })
}

const functionWords = new Set(
  'a an and are as at be been by can did do does for from had has have how in is it its of on or should some that the their these they this to was were what when where which who why will with'.split(
    ' ',
  ),
)

const miniSearchOnContent = (sections) =>
  miniSearch(sections, { processTerm: (term) => (functionWords.has(term.toLowerCase()) ? null : term.toLowerCase()) })

function fullText(sections) {
  const Database = optional('better-sqlite3')
  if (!Database) return undefined
  const database = new Database(':memory:')
  const engine = built(() => {
    database.exec("create virtual table sections using fts5(title, text, tokenize = 'porter')")
    const insert = database.prepare('insert into sections (rowid, title, text) values (?, ?, ?)')
    database.transaction(() => sections.forEach(({ id, title, text }) => insert.run(id, title, text)))()
    const find = database.prepare('select rowid from sections where sections match ? order by rank limit 10')
    return (task) => find.all((task.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"`).join(' OR '))
  })
  // Its memory is outside the heap.
  return {
    ...engine,
    megabytes:
      (database.pragma('page_count', { simple: true }) * database.pragma('page_size', { simple: true })) / 2 ** 20,
  }
}
