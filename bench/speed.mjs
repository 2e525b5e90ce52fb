import { createRequire } from 'node:module'
import { loadEngine } from './engine.mjs'
import { median, timeOf } from './measure.mjs'
import { absent, readSelectionData, toSource } from './selection-data.mjs'

export const title = 'Speed of selection: 200 questions over 1,000 packs with 50,000 sections, against MiniSearch and SQLite FTS5 over the same sections'

const packs = 1000
const sectionsPerPack = 50
const rounds = 3

/** `NODE_PATH` may point to where `npm i --no-save minisearch better-sqlite3` was run. */
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
  const { openCorpus, loadTokenizer } = await loadEngine()
  const { count } = await loadTokenizer()
  const tasks = data.questions.map(({ question }) => question)
  const sections = drawSections(data.texts)
  const ours = built(() => openCorpus(toPacks(sections)))
  const ask = () => tasks.map((task) => ours.made.select(task, { budget: 2000, count, overhead: { entry: 90, passage: 0 } }))
  const rows = [{ name: 'lorefence', index: ours.seconds, megabytes: ours.megabytes, ours: median(times(ask)) / tasks.length }]
  for (const [name, build] of [['MiniSearch', miniSearch], ['MiniSearch, without function words', miniSearchOnContent], ['SQLite FTS5, porter', fullText]]) {
    const engine = build(sections)
    if (!engine) {
      rows.push({ name: `${name} is absent: npm i --no-save minisearch better-sqlite3` })
      continue
    }
    // One round is enough to tell, and takes a minute.
    const bare = timeOf(() => tasks.map((task) => engine.made(task))) / tasks.length
    // Timed again beside it, so that a busy machine slows both alike.
    const beside = median(times(ask)) / tasks.length
    rows.push({ name, index: engine.seconds, megabytes: engine.megabytes, bare, ours: beside, ratio: beside / bare, limit: name.startsWith('MiniSearch') ? 1 : undefined })
  }
  return rows
}

const times = (work) => {
  work()
  return Array.from({ length: rounds }, () => timeOf(work))
}

/** Real sentences in a fixed, mixed order: the words are as common as in the documents. */
function drawSections(texts) {
  const sentences = Object.values(texts).flatMap((text) => text.match(/[^.!?\n]{40,400}[.!?]/g) ?? []).map((sentence) => sentence.trim())
  let seed = 1
  const next = (limit) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((seed / 2 ** 32) * limit)
  }
  return Array.from({ length: packs * sectionsPerPack }, (_, id) => {
    const start = next(sentences.length)
    return { id, title: (sentences[next(sentences.length)].match(/\p{L}{5,}/gu) ?? ['Notes']).slice(0, 3).join(' '), text: [...sentences.slice(start, start + 2), sentences[next(sentences.length)], sentences[next(sentences.length)]].join(' ') }
  })
}

function toPacks(sections) {
  return Array.from({ length: packs }, (_, pack) => {
    const own = sections.slice(pack * sectionsPerPack, (pack + 1) * sectionsPerPack)
    return toSource(`pack-${pack}`, `# Pack ${pack}\n\n${own.map(({ title, text }) => `## ${title}\n\n${text}\n`).join('\n')}`)
  })
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

const functionWords = new Set('a an and are as at be been by can did do does for from had has have how in is it its of on or should some that the their these they this to was were what when where which who why will with'.split(' '))

const miniSearchOnContent = (sections) => miniSearch(sections, { processTerm: (term) => (functionWords.has(term.toLowerCase()) ? null : term.toLowerCase()) })

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
  // Its memory is not the heap's.
  return { ...engine, megabytes: (database.pragma('page_count', { simple: true }) * database.pragma('page_size', { simple: true })) / 2 ** 20 }
}
