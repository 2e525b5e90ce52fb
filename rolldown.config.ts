import tokens from 'gpt-tokenizer/bpeRanks/o200k_base'
import { defineConfig, type Plugin, type RolldownOptions } from 'rolldown'
import { packRanks } from './src/text/tokens/token-ranks.ts'

/** The vocabulary lies beside the code as bytes, which load a hundred times faster than 200,000 texts in a module. */
const packedRanks: Plugin = {
  name: 'packed-ranks',
  load: {
    filter: { id: /\/src\/text\/tokens\/o200k-ranks\.ts$/ },
    handler() {
      this.emitFile({ type: 'asset', fileName: 'chunks/o200k.bin', source: packRanks(tokens) })
      return "import { readFileSync } from 'node:fs'\nexport const o200kRanks = readFileSync(new URL('./o200k.bin', import.meta.url))"
    },
  },
}

/** The MCP library has two validators of JSON Schema. Its default is a third of all its code and slow to load, and no tool of ours calls either: the small one is enough. */
const smallValidator: Plugin = {
  name: 'small-validator',
  load: {
    filter: { id: /@modelcontextprotocol\/server\/dist\/shimsNode\.mjs$/ },
    handler: () =>
      "export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker'\nexport { default as process } from 'node:process'",
  },
}

const common: RolldownOptions = {
  platform: 'node',
  logLevel: 'warn',
  external: [/^node:/, '@opentelemetry/api'],
  plugins: [packedRanks, smallValidator],
  // Some packages still point `main` at a file that only loads outside a bundle (jsonc-parser).
  resolve: { mainFields: ['module', 'main'] },
  // A module of ours does nothing by being imported.
  treeshake: { moduleSideEffects: [{ test: /\/src\//, sideEffects: false }] },
}

const output = {
  dir: 'dist',
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
} as const

const named = { function: true, class: true }

export default defineConfig([
  { ...common, input: { index: 'src/index.ts', mcp: 'src/mcp.ts', testing: 'src/testing.ts' }, output },
  // Apart from the library, so that a verb loads what it uses of `app/index.ts` and not all of it. What most verbs share is one file: forty small ones start slower.
  {
    ...common,
    input: { cli: 'src/cli.ts' },
    experimental: { lazyBarrel: true },
    // Less to parse at every start; the names of functions stay, so that a stack trace can be read.
    output: {
      ...output,
      minify: { compress: { keepNames: named }, mangle: { keepNames: named }, codegen: { removeWhitespace: true } },
      codeSplitting: { groups: [{ name: 'core', test: /\/src\/|js-yaml/, minShareCount: 10 }] },
    },
  },
])
