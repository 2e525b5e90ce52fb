import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const title =
  'Selection in small packs: each question asked of its pack alone, and of all packs together; tokens are those of the fenced text'

const fixtures = fileURLToPath(new URL('../test/fixtures/small-packs/', import.meta.url))

export async function run() {
  const questions = JSON.parse(readFileSync(join(fixtures, 'questions.json'), 'utf8'))
  const names = [...new Set(questions.map(({ pack }) => pack))]
  const folder = mkdtempSync(join(tmpdir(), 'lorefence-small-'))
  process.env.LOREFENCE_STATE = join(folder, 'state')
  try {
    const { openKnowledge } = await import('../dist/index.js')
    const open = (packs, place) => {
      for (const name of packs)
        cpSync(join(fixtures, 'packs', name), join(folder, place, '.agents/knowledge', name), { recursive: true })
      return openKnowledge({ roots: [join(folder, place)], trustAll: true })
    }
    const alone = new Map(await Promise.all(names.map(async (name) => [name, await open([name], name)])))
    const together = await open(names, 'together')
    return [await row('alone', questions, (pack) => alone.get(pack)), await row('together', questions, () => together)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function row(name, questions, knowledgeOf) {
  const answers = []
  for (const { pack, task, says } of questions) answers.push({ says, ...(await knowledgeOf(pack).read({ task })) })
  const answerable = answers.filter(({ says }) => says !== null)
  const others = answers.filter(({ says }) => says === null)
  const isFound = ({ says, excerpts }) =>
    excerpts
      .map(({ text }) => text)
      .join('\n')
      .replace(/\s+/g, ' ')
      .includes(says)
  return {
    name,
    found: answerable.filter(isFound).length,
    answerable: answerable.length,
    tokens: answerable.reduce((sum, { tokens }) => sum + tokens, 0) / answerable.length,
    'rightly not answered': others.filter(({ outcome }) => outcome !== 'answered').length,
    unanswerable: others.length,
  }
}
