import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import tokens from 'gpt-tokenizer/bpeRanks/o200k_base'
import {
  defineConfig,
  type ChunkingContext,
  type CodeSplittingGroup,
  type Plugin,
  type RolldownOptions,
} from 'rolldown'
import { minifySync } from 'rolldown/utils'
import { builtinsOnDemand, isOurs, patternsOnDemand, source } from './scripts/on-demand.ts'
import { packRanks } from './src/text/tokens/token-ranks.ts'
import { version } from './src/version.ts'

/**
 * The vocabulary is stored beside the code as bytes, which load a hundred times faster than a module with 200,000
 * strings. They are inflated in another thread.
 */
const packedRanks: Plugin = {
  name: 'packed-ranks',
  load: {
    filter: { id: /\/src\/text\/tokens\/o200k-ranks\.ts$/ },
    handler() {
      // Columns differ, so small blocks with separate codes deflate best.
      const source = deflateRawSync(packRanks(tokens), { level: 9, memLevel: 4 })
      this.emitFile({ type: 'asset', fileName: 'chunks/o200k.bin', source })
      return `
        import { readFileSync } from 'node:fs'
        import { promisify } from 'node:util'
        import { inflateRaw } from 'node:zlib'
        export const readRanks = () => promisify(inflateRaw)(readFileSync(new URL('./o200k.bin', import.meta.url)))
      `
    },
  },
}

/** A thread needs a file of its own, which is copied unchanged. */
const pdfWorker: Plugin = {
  name: 'pdf-worker',
  buildStart() {
    const source = readFileSync('src/io/pdf/pdf-worker.mjs')
    this.emitFile({ type: 'asset', fileName: 'chunks/pdf-worker.mjs', source })
  },
}

/**
 * The MCP library has two JSON Schema validators. Its default is a third of its code and slow to load, and no tool of
 * ours calls either, so the small one is enough.
 */
const smallValidator: Plugin = {
  name: 'small-validator',
  load: {
    filter: { id: /@modelcontextprotocol\/server\/dist\/shimsNode\.mjs$/ },
    handler: () =>
      "export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker'\nexport { default as process } from 'node:process'",
  },
}

/** `cli.js` prints the version without loading another file. */
const versionInside: Plugin = {
  name: 'version-inside',
  transform: {
    filter: { id: /\/src\/cli\.ts$/ },
    handler: (code) => code.replace(/^import \{ version \} .*$/m, `const version = '${version}'`),
  },
}

/**
 * Only the event parser of js-yaml is used. Its tags and schemas are created by calls that a bundler has to keep unless
 * they are marked as pure.
 */
const eventsOfYaml: Plugin = {
  name: 'events-of-yaml',
  transform: {
    filter: { id: /\/js-yaml\/dist\/js-yaml\.mjs$/ },
    handler: (code) => code.replace(/^(var \w+ = )(?=define\w+Tag\(|new \w+\(|\w+_SCHEMA\.)/gm, '$1/* @__PURE__ */ '),
  },
}

/** The page of `lorefence serve`: its styles, and the document that references script and styles by their digests. */
const pageDocument: Plugin = {
  name: 'page-document',
  generateBundle(_options, bundle) {
    const ofViews = readdirSync('src/web/views').filter((name) => name.endsWith('.css'))
    const styles = ['page.css', ...ofViews.sort().map((name) => `views/${name}`)]
    const source = styles.map((path) => readFileSync(`src/web/${path}`, 'utf8')).join('')
    const style = `page-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.css`
    this.emitFile({ type: 'asset', fileName: style, source })
    const script = Object.values(bundle).find((part) => part.type === 'chunk' && part.isEntry)?.fileName ?? ''
    const document = readFileSync('src/web/index.html', 'utf8')
    this.emitFile({
      type: 'asset',
      fileName: 'index.html',
      source: document.replace('{{style}}', style).replace('{{script}}', script),
    })
  },
}

const page = defineConfig({
  input: { page: 'src/web/main.tsx' },
  platform: 'browser',
  logLevel: 'warn',
  plugins: [pageDocument],
  output: {
    dir: 'dist/page',
    format: 'esm',
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
    minify: true,
  },
})

/**
 * If a database dies within a transaction, `postgres` 3.4.9 writes to a socket that is gone: the rollback is sent
 * later, outside any promise, and would end the whole server. Here that query fails like all others of the connection.
 */
const survivedConnections: Plugin = {
  name: 'survived-connections',
  transform: {
    filter: { id: /\/postgres\/src\/connection\.js$/ },
    handler(code) {
      const write = 'const x = socket.write(chunk, fn)'
      if (code.split(write).length !== 2) throw new Error('postgres writes in another way: is this still needed?')
      const failed =
        "chunk = nextWriteTimer = null; error(Errors.connection('CONNECTION_CLOSED', options)); return true"
      return code.replace(write, `if (socket === null) { ${failed} }\n    ${write}`)
    },
  },
}

/** The hooks run with every shell command, so they are a separate file, which the command line loads unchanged. */
const hooksApart: Plugin = {
  name: 'hooks-apart',
  resolveId: { filter: { id: /\/hook\/shell-hook\.ts$/ }, handler: () => ({ id: '../hook.cjs', external: true }) },
}

const commandCards: Plugin = {
  name: 'command-cards',
  buildStart() {
    const source = readFileSync('src/io/commands/command-cards.txt')
    this.emitFile({ type: 'asset', fileName: 'command-cards.txt', source })
  },
}

/**
 * Shortens the names in files that are almost entirely library code: they are a tenth of the size, and no help in a
 * stack trace.
 */
const shortLibraries: Plugin = {
  name: 'short-libraries',
  renderChunk(code, { fileName, modules }) {
    const sizes = Object.entries(modules).map(([id, { renderedLength }]) => [isOurs(id), renderedLength] as const)
    const ours = sizes.reduce((sum, [mine, size]) => sum + (mine ? size : 0), 0)
    const all = sizes.reduce((sum, [, size]) => sum + size, 0)
    const keepNames = { function: false, class: true }
    return ours * 5 > all
      ? null
      : minifySync(fileName, code, { compress: { keepNames }, mangle: { toplevel: true, keepNames } }).code
  },
}

const names = { function: true, class: true }
// Less to parse at every start; function names are kept, so that stack traces stay readable.
const minify = { compress: { keepNames: names }, mangle: { keepNames: names }, codegen: { removeWhitespace: true } }

const common = {
  platform: 'node',
  logLevel: 'warn',
  // Node's own modules are external on this platform, unless a plugin resolves them.
  external: ['@opentelemetry/api'],
  // Some packages still point `main` at a file that only loads outside a bundle (jsonc-parser).
  resolve: { mainFields: ['module', 'main'] },
  // Importing a module of ours has no side effects.
  treeshake: { moduleSideEffects: [{ test: /\/src\/(?!hook\.ts)/, sideEffects: false }] },
} satisfies RolldownOptions

const hook: RolldownOptions = {
  ...common,
  input: { hook: 'src/hook.ts' },
  // The entry file contains what its parts need of it: another file would take longer to find than to run.
  preserveEntrySignatures: 'allow-extension',
  plugins: [patternsOnDemand, commandCards, shortLibraries],
  output: {
    dir: 'dist',
    // The ES module loader alone takes a fifth of the start-up time.
    format: 'cjs',
    minify,
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/hook-[name]-[hash].cjs',
    codeSplitting: { groups: [{ name: 'parts', test: /\/src\/(?:text|model)\//, minShareCount: 2 }] },
  },
}

/**
 * Our modules by the beginning of their path below `src/`. A named file must exist: otherwise the layout would change
 * unnoticed.
 */
function inSource(...paths: readonly string[]): (id: string) => boolean {
  const gone = paths.find((path) => /^[\w/-]+\.ts$/.test(path) && !existsSync(`${source}${path}`))
  if (gone !== undefined) throw new Error(`A layer of the package names src/${gone}, which is gone.`)
  const pattern = new RegExp(`^(?:${paths.join('|')})`)
  return (id) => id.startsWith(source) && pattern.test(id.slice(source.length))
}

/**
 * The files that library and commands share, lowest first. Each takes the named modules and everything they import,
 * except modules that an earlier file already has. So what every command loads comes first, then what a list needs,
 * then a search, and so on; a command loads the files it needs, and little else. A verb that is not named here gets its
 * own file.
 */
const layers: CodeSplittingGroup[] = [
  { name: 'main', test: inSource('serve/cli/run.ts') },
  { name: 'list', test: inSource('serve/cli/verbs/catalog/catalog.ts') },
  // Includes the stages that import no other stage, so that using a small part of them does not load a whole use case.
  {
    name: 'search',
    test: inSource(
      'serve/cli/verbs/workspace/workspace.ts',
      '(?:model|text|rank|fence)/(?!lexicon/languages/)',
      'io/(?:disk|stores)/',
      'io/(?!http-server)[^/]+$',
      'on-demand/',
    ),
  },
  { name: 'open', test: inSource('serve/cli/open-knowledge.ts', 'serve/cli/no-tools-reason.ts') },
  { name: 'mcp', test: inSource('serve/cli/verbs/mcp.ts', 'serve/mcp/(?!http.ts)') },
  { name: 'common', test: inSource('(?!serve/(?:http|mcp)/)'), minShareCount: 3 },
  { name: 'library', test: inSource('index.ts') },
  { name: whatUseCasesLoad, debugName: 'stages' },
  { name: 'verbs', test: inSource('serve/cli/'), minShareCount: 2 },
  { name: 'shared', test: inSource('(?!io/(?:postgres/|http-server)|serve/(?:http|mcp)/)'), minShareCount: 2 },
  { name: 'http', test: inSource('serve/(?:mcp|http)/') },
  // Small verbs with the same imports.
  { name: 'decide', test: inSource('serve/cli/verbs/(?:explain|grants)/') },
  { name: 'setup', test: inSource('serve/cli/verbs/(?:doctor|integrate)') },
]

/** Code that opens, fences or records content is loaded on first use. */
function whatUseCasesLoad(id: string, context: ChunkingContext): string | null {
  return id.includes('/src/app/') && context.getModuleInfo(id)?.dynamicImporters.length ? 'stages' : null
}

const main: RolldownOptions = {
  ...common,
  input: {
    cli: 'src/cli.ts',
    index: 'src/index.ts',
    mcp: 'src/mcp.ts',
    testing: 'src/testing.ts',
    'chunks/query-worker': 'src/io/postgres/query-worker.mjs',
  },
  plugins: [
    builtinsOnDemand,
    patternsOnDemand,
    versionInside,
    packedRanks,
    pdfWorker,
    smallValidator,
    eventsOfYaml,
    survivedConnections,
    shortLibraries,
    hooksApart,
  ],
  // A command loads only what it uses of `app/index.ts`.
  experimental: { lazyBarrel: true },
  output: {
    dir: 'dist',
    format: 'esm',
    // A thread needs a file of its own, with a name that the code beside it knows.
    entryFileNames: ({ name }) => (name.startsWith('chunks/') ? '[name].mjs' : '[name].js'),
    chunkFileNames: 'chunks/[name]-[hash].js',
    minify,
    comments: { annotation: false, jsdoc: false, legal: true },
    // No module may have a top-level `await`: with one, every module that is loaded later would get an extra file that
    // only refers to another.
    codeSplitting: { groups: layers.map((layer, i) => ({ ...layer, priority: layers.length - i })) },
  },
}

export default defineConfig([main, hook, page])
