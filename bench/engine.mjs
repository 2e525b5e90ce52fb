import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const at = (path) => fileURLToPath(new URL(`../src/${path}`, import.meta.url))

const parts = {
  openCorpus: 'resolve/select.ts',
  indexCorpus: 'resolve/corpus.ts',
  readQuestion: 'resolve/question.ts',
  rankBlocks: 'resolve/rank-blocks.ts',
  loadTokenizer: 'text/tokens.ts',
}

/** The parts of selection that the package does not export, built from the sources at hand. */
export async function loadEngine() {
  const folder = mkdtempSync(join(tmpdir(), 'lorefence-engine-'))
  try {
    const entry = 'lorefence-engine'
    const bundle = await rolldown({
      input: entry,
      platform: 'node',
      external: [/^node:/],
      plugins: [{
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? Object.entries(parts).map(([name, file]) => `export { ${name} } from ${JSON.stringify(at(file))}`).join('\n') : null),
      }],
    })
    await bundle.write({ dir: folder, format: 'esm', entryFileNames: 'engine.mjs', codeSplitting: false })
    return await import(pathToFileURL(join(folder, 'engine.mjs')).href)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
