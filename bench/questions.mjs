import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { baseline } from './questions-baseline.mjs'
import { meansOf, ofAlso, ofRemoved, ofSet } from './questions-limits.mjs'
import { absent } from './selection-data.mjs'

export const title =
  'Questions: share of the answers that a read returns at 600, at 1,100 and without a budget; with the answering pack removed, what is still returned; BM25 over three sentences in the same run'

const folder = new URL('../../shared/data/questions/', import.meta.url)
/** How each set was used: to choose constants, to compare variants, or, for one set only, for no decision at all. */
const sets = [
  { name: 'xquad.de', use: 'chosen on' },
  { name: 'covidqa', use: 'chosen on' },
  { name: 'docs', use: 'chosen on' },
  { name: 'xquad.en', use: 'chosen on' },
  { name: 'xquad.ru', use: 'compared' },
  { name: 'xquad.zh', use: 'compared' },
  { name: 'policyqa', use: 'chosen on' },
  { name: 'cross.en-de', use: 'held out' },
]
/** Sets whose answers are in one pack only, so that nothing correct is left when it is removed. */
const isClean = (name) => name.startsWith('xquad')

export async function run() {
  if (!existsSync(folder)) return [{ name: absent('questions') }]
  const scratch = mkdtempSync(join(tmpdir(), 'lorefence-questions-'))
  process.env.LOREFENCE_STATE = join(scratch, 'state')
  const { openKnowledge, countTokens } = await import('../dist/index.js')
  const wanted = process.env.QUESTION_SETS?.split(',')
  try {
    const rows = []
    const ofSets = []
    for (const { name, use } of sets.filter((set) => !wanted || wanted.includes(set.name))) {
      const data = load(name)
      const { questions } = data
      const n = questions.length
      const place = (label) => join(scratch, `${name}-${label}`)
      const open = (label, packs) => openKnowledge({ roots: [writePacks(place(label), packs)], trustAll: true })
      const knowledge = await open('all', data.packs)
      const base = await baseline(data, questions, countTokens)
      const found = await asked(knowledge, questions, data)
      const bare = { 'BM25 600': base[600], 'BM25 1100': base[1100] }
      const plain = { name, use, n, ...found, ...bare }
      ofSets.push(plain)
      rows.push({ ...plain, missed: ofSet(plain) }, ...(await withAlso(knowledge, data, plain)))
      const removedRow = `${name}, pack removed`
      if (isClean(name)) rows.push(await withoutPack({ name: removedRow, n, most: 0.12 }, open, data))
      const amongOthers = { name: `${removedRow}, 104 others added`, n, most: 0.15 }
      if (name === 'xquad.en') rows.push(await withoutPack(amongOthers, open, data, foreignPacks()))
    }
    return wanted ? rows : [...rows, meansOf(ofSets)]
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The questions that come with other words for their answer, without and with these words. */
async function withAlso(knowledge, data, { name, n: all, ...whole }) {
  const helped = data.questions.filter(({ also }) => also)
  const n = helped.length
  if (n === 0) return []
  const plain = n === all ? whole : await asked(knowledge, helped, data)
  const given = { name: `${name}, also given`, n, ...(await asked(knowledge, helped, data, true)) }
  const row = { ...given, missed: ofAlso(name, given, plain) }
  return n === all ? [row] : [{ name: `${name}, those with also`, n, ...plain }, row]
}

async function withoutPack({ most, ...row }, open, data, others) {
  const found = await removed(open, data, others)
  return { ...row, ...found, missed: ofRemoved(found, most) }
}

function load(name) {
  const data = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'))
  return name.startsWith('cross') ? { ...data, packs: load('xquad.de').packs } : data
}

const foreignPacks = () =>
  ['covidqa', 'docs', 'policyqa'].flatMap((name) =>
    load(name).packs.map((pack) => ({ ...pack, name: `${name}-${pack.name}` })),
  )

const slug = (name) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)

function writePacks(root, packs) {
  for (const { name, title: description, text } of packs) {
    const pack = join(root, '.agents/knowledge', slug(name))
    mkdirSync(join(pack, 'documents'), { recursive: true })
    writeFileSync(
      join(pack, 'KNOWLEDGE.md'),
      `---\nname: ${slug(name)}\ndescription: ${JSON.stringify(description)}\ntype: domain-reference\nprofile: document-first\nstatus: ready\nversion: 1.0.0\ntrust: user-confirmed\nupdated: 2026-03-10\ngrounding: none\nruntime:\n  mode: data\n---\n\n# ${description}\n`,
    )
    writeFileSync(join(pack, 'documents', 'text.md'), text)
  }
  return root
}

const requestOf = (question, { budget, withAlso, data }) => ({
  task: question.task,
  ...(data.named ? { packs: [`pack:${slug(question.pack)}`] } : {}),
  ...(budget ? { budget } : {}),
  ...(withAlso ? { also: question.also } : {}),
})

async function asked(knowledge, questions, data, withAlso = false) {
  const found = { 600: [], 1100: [], default: [] }
  const tokens = []
  const outcomes = []
  const sizes = []
  for (const question of questions) {
    for (const budget of [600, 1100, undefined]) {
      const result = await knowledge.read(requestOf(question, { budget, withAlso, data }))
      found[budget ?? 'default'].push(holdsAnswer(result.excerpts, question) ? 1 : 0)
      if (budget === 600) outcomes.push(result.outcome)
      if (budget === undefined) tokens.push(result.tokens)
      for (const { text } of result.excerpts) sizes.push(text.length)
    }
  }
  const smallest = data.language === 'zh' ? 8 : 20
  return {
    600: mean(found[600]),
    1100: mean(found[1100]),
    default: mean(found.default),
    tokens: Math.round(mean(tokens)),
    answered: share(outcomes, 'answered'),
    nothing: share(outcomes, 'nothing'),
    'small %': 100 * mean(sizes.map((size) => (size < smallest ? 1 : 0))),
  }
}

async function removed(open, data, others = []) {
  const outcomes = []
  const tokens = []
  for (let part = 0; part < 6; part++) {
    const gone = new Set(data.packs.filter((_, place) => place % 6 === part).map(({ name }) => name))
    const knowledge = await open(`without-${part}-${others.length}`, [
      ...data.packs.filter(({ name }) => !gone.has(name)),
      ...others,
    ])
    for (const question of data.questions.filter(({ pack }) => gone.has(pack))) {
      const result = await knowledge.read({ task: question.task, budget: 600 })
      outcomes.push(result.outcome)
      tokens.push(result.tokens)
    }
  }
  return {
    answered: share(outcomes, 'answered'),
    nothing: share(outcomes, 'nothing'),
    tokens: Math.round(mean(tokens)),
  }
}

/**
 * An answer counts if one alternative is completely inside a stretch; a section counts if 80 characters of it, or all
 * of it, are shown.
 */
function holdsAnswer(excerpts, { pack, answers, sections }) {
  const of = (name) => excerpts.filter(({ ref }) => ref === `pack:${slug(name)}`).map(({ range }) => range)
  if (answers) return answers.some(([start, end]) => of(pack).some((range) => range.start <= start && end <= range.end))
  return sections.some(({ pack: name, start, end }) => {
    const shown = of(name).reduce(
      (sum, range) => sum + Math.max(0, Math.min(end, range.end) - Math.max(start, range.start)),
      0,
    )
    return shown >= Math.min(80, end - start)
  })
}

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length)
const share = (values, wanted) => mean(values.map((value) => (value === wanted ? 1 : 0)))
