import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { absent, readSelectionData } from './selection-data.mjs'

export const title =
  'Selection: share of the evidence that a read brings back, 200 questions over five packs on disk; tokens are those of the fenced text'

const budgets = [250, 400, 600, 800, 1100, 1500, 2000]
const targets = { 600: 0.88, 1100: 0.95 }

export async function run() {
  const data = readSelectionData()
  if (!data) return [{ name: absent('selection') }]
  const folder = mkdtempSync(join(tmpdir(), 'lorefence-selection-'))
  process.env.LOREFENCE_STATE = join(folder, 'state')
  try {
    const { openKnowledge } = await import('../dist/index.js')
    const open = (names) =>
      openKnowledge({ roots: [writePacks(join(folder, names.join('-')), names, data.texts)], trustAll: true })
    const names = Object.keys(data.texts)
    const knowledge = await open(names)
    const rows = []
    for (const budget of budgets) {
      const row = await measured(knowledge, data.questions, budget)
      rows.push({
        name: `budget ${budget}`,
        ...row,
        ratio: targets[budget] && targets[budget] / row.recall,
        limit: targets[budget] && 1,
      })
    }
    const adaptive = await measured(knowledge, data.questions)
    rows.push({
      name: 'no budget asked for',
      ...adaptive,
      ratio: Math.max(0.93 / adaptive.recall, adaptive.tokens / 800),
      limit: 1,
    })
    rows.push(await withoutTheirPack(data.questions, (gone) => open(names.filter((name) => name !== gone))))
    return rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Typical packs: a guide that describes the document, and the document. */
function writePacks(root, names, texts) {
  for (const name of names) {
    const pack = join(root, '.agents/knowledge', name.replaceAll('_', '-'))
    mkdirSync(join(pack, 'documents'), { recursive: true })
    writeFileSync(join(pack, 'KNOWLEDGE.md'), packText(name.replaceAll('_', '-')))
    writeFileSync(join(pack, 'documents', `${name}.md`), texts[name])
  }
  return root
}

const packText = (name) => `---
name: ${name}
description: The text of ${name}.
type: domain-reference
profile: document-first
status: ready
version: 1.0.0
trust: user-confirmed
updated: 2026-03-10
grounding: none
runtime:
  mode: data
---

# ${name}
`

const refOf = ({ corpus }) => `pack:${corpus.replaceAll('_', '-')}`

async function measured(knowledge, questions, budget) {
  const results = []
  for (const asked of questions) {
    const { excerpts, tokens } = await knowledge.read({
      task: asked.question,
      ...(budget === undefined ? {} : { budget }),
    })
    if (tokens > (budget ?? 2000)) throw new Error(`"${asked.question}" took ${tokens} tokens of ${budget}.`)
    results.push({ asked, excerpts, tokens })
  }
  const of = (corpus) => mean(results.filter(({ asked }) => asked.corpus === corpus).map(recallOf))
  return {
    recall: mean(results.map(recallOf)),
    wikitexts: of('wikitexts'),
    chatlogs: of('chatlogs'),
    tokens: mean(results.map(({ tokens }) => tokens)),
    routed: mean(results.map(({ asked, excerpts }) => (excerpts[0]?.ref === refOf(asked) ? 1 : 0))),
    'only there': mean(
      results.map(({ asked, excerpts }) => (excerpts.every(({ ref }) => ref === refOf(asked)) ? 1 : 0)),
    ),
    stretches: mean(results.map(({ excerpts }) => excerpts.length)),
    silent: results.filter(({ excerpts }) => excerpts.length === 0).length,
  }
}

function recallOf({ asked, excerpts }) {
  const given = excerpts.filter(({ ref }) => ref === refOf(asked)).map(({ range }) => range)
  const found = asked.evidence.flatMap((wanted) =>
    given.map((one) => Math.max(0, Math.min(wanted.end, one.end) - Math.max(wanted.start, one.start))),
  )
  return sum(found) / sum(asked.evidence.map(({ start, end }) => end - start))
}

/** The same questions without the pack that answers them: a weak reply is marked as weak, an answer is wrong. */
async function withoutTheirPack(questions, openWithout) {
  const replies = []
  for (const name of new Set(questions.map(({ corpus }) => corpus))) {
    const knowledge = await openWithout(name)
    const own = questions.filter(({ corpus }) => corpus === name)
    for (const { question } of own) replies.push(await knowledge.read({ task: question }))
  }
  const of = (wanted) => replies.filter(({ outcome }) => outcome === wanted).length
  const tokens = mean(replies.map((reply) => reply.tokens))
  const counts = { 'answered wrongly': of('answered'), weak: of('weak'), silent: of('nothing') }
  return { name: 'their pack removed', tokens, ...counts }
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
const mean = (numbers) => sum(numbers) / numbers.length
