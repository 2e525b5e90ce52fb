import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const at = (path) => fileURLToPath(new URL(`../src/${path}`, import.meta.url))

const parts = {
  constants: 'rank/constants.ts',
  Indexes: 'select/texts/indexes.ts',
  answerTask: 'select/strength.ts',
  tellingWords: 'select/strength.ts',
  take: 'select/take.ts',
  toPassages: 'select/passages.ts',
  detectTaskLanguage: 'text/lexicon/lexicon.ts',
  loadLanguages: 'text/lexicon/lexicon.ts',
  loadTokenizer: 'text/tokens/tokens.ts',
  decide: 'govern/decide.ts',
  effectiveUnit: 'parse/manifest/inherit.ts',
}

const exported = Object.entries(parts).map(([name, file]) => `export { ${name} } from ${JSON.stringify(at(file))}`)

/** Parts that the package does not export, built from the sources. */
export async function loadEngine() {
  const folder = mkdtempSync(join(tmpdir(), 'lorefence-engine-'))
  try {
    const entry = 'lorefence-engine'
    const bundle = await rolldown({
      input: entry,
      platform: 'node',
      external: [/^node:/],
      plugins: [
        {
          name: 'entry',
          resolveId: (id) => (id === entry ? id : null),
          load: (id) => (id === entry ? exported.join('\n') : null),
        },
      ],
    })
    await bundle.write({ dir: folder, format: 'esm', entryFileNames: 'engine.mjs', codeSplitting: false })
    return await import(pathToFileURL(join(folder, 'engine.mjs')).href)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The steps of a read over plain texts: `rank` returns their units, best first; `select` returns those that fit a
 * budget.
 */
export function openCorpus(engine, sources, languages) {
  const { constants, Indexes, answerTask, tellingWords, take, toPassages, detectTaskLanguage } = engine
  const searched = { corpus: new Indexes().corpusOf(sources), sources }
  const known = new Set(languages)
  const answer = (task) => answerTask(searched, { task, languages, taskLanguage: detectTaskLanguage(task, known) })
  return {
    rank: (task) => answer(task).ranked,
    select(task, { budget, count }) {
      const { ranked, question } = answer(task)
      const words = tellingWords(searched.corpus, question)
      return toPassages(
        take(ranked, { budget, share: constants.shareWithoutBudget, count, words }).taken,
        question,
        count,
      )
    },
  }
}
