import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import tokens from 'gpt-tokenizer/bpeRanks/o200k_base'
import { defineConfig, type Plugin, type RolldownOptions } from 'rolldown'
import { packRanks } from './src/text/tokens/token-ranks.ts'

/** The vocabulary lies beside the code as bytes, which load a hundred times faster than 200,000 texts in a module. They are inflated in another thread. */
const packedRanks: Plugin = {
  name: 'packed-ranks',
  load: {
    filter: { id: /\/src\/text\/tokens\/o200k-ranks\.ts$/ },
    handler() {
      // Columns differ, so small blocks, each with a code of its own, deflate best.
      const source = deflateRawSync(packRanks(tokens), { level: 9, memLevel: 4 })
      this.emitFile({ type: 'asset', fileName: 'chunks/o200k.bin', source })
      return `
        import { readFileSync } from 'node:fs'
        import { promisify } from 'node:util'
        import { inflateRaw } from 'node:zlib'
        export const o200kRanks = await promisify(inflateRaw)(readFileSync(new URL('./o200k.bin', import.meta.url)))
      `
    },
  },
}

/** A thread starts from a file of its own, which is copied as it is. */
const pdfWorker: Plugin = {
  name: 'pdf-worker',
  buildStart() {
    const source = readFileSync('src/io/pdf/pdf-worker.mjs')
    this.emitFile({ type: 'asset', fileName: 'chunks/pdf-worker.mjs', source })
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

/** Of js-yaml only its parser of events is used. Its tags and schemas are made by calls that a bundler has to keep, unless they are known to do nothing else. */
const eventsOfYaml: Plugin = {
  name: 'events-of-yaml',
  transform: {
    filter: { id: /\/js-yaml\/dist\/js-yaml\.mjs$/ },
    handler: (code) => code.replace(/^(var \w+ = )(?=define\w+Tag\(|new \w+\(|\w+_SCHEMA\.)/gm, '$1/* @__PURE__ */ '),
  },
}

/** The page of `lorefence serve`: its styles, and the document that names script and styles by their digests. */
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
 * `postgres` 3.4.9 writes to a socket that is gone when a database dies within a transaction: the rollback is sent later, outside of
 * every promise, so the whole server would end. Here that query fails like all others of the connection.
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

/** The hooks around shell commands start with each of them, so they are one file of their own, which the command line loads as it is. */
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

const names = { function: true, class: true }
// Less to parse at every start; the names of functions stay, so that a stack trace can be read.
const minify = { compress: { keepNames: names }, mangle: { keepNames: names }, codegen: { removeWhitespace: true } }

const common = {
  platform: 'node',
  logLevel: 'warn',
  external: [/^node:/, '@opentelemetry/api'],
  // Some packages still point `main` at a file that only loads outside a bundle (jsonc-parser).
  resolve: { mainFields: ['module', 'main'] },
  // A module of ours does nothing by being imported.
  treeshake: { moduleSideEffects: [{ test: /\/src\/(?!hook\.ts)/, sideEffects: false }] },
} satisfies RolldownOptions

const hook: RolldownOptions = {
  ...common,
  input: { hook: 'src/hook.ts' },
  // What its parts need of it is in the file itself: another file would take longer to find than to run.
  preserveEntrySignatures: 'allow-extension',
  plugins: [commandCards],
  output: {
    dir: 'dist',
    // The loader of ES modules alone takes a fifth of the time of a start.
    format: 'cjs',
    minify,
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/hook-[name]-[hash].cjs',
    codeSplitting: { groups: [{ name: 'parts', test: /\/src\/(?:text|model)\//, minShareCount: 2 }] },
  },
}

/** Library and commands share their chunks. A command loads only what it uses; what most of them use is one chunk, because forty small ones start slower. */
const main: RolldownOptions = {
  ...common,
  input: {
    cli: 'src/cli.ts',
    index: 'src/index.ts',
    mcp: 'src/mcp.ts',
    testing: 'src/testing.ts',
    'chunks/query-worker': 'src/io/postgres/query-worker.mjs',
  },
  plugins: [packedRanks, pdfWorker, smallValidator, eventsOfYaml, survivedConnections, hooksApart],
  // A command loads what it uses of `app/index.ts`, not all of it.
  experimental: { lazyBarrel: true },
  output: {
    dir: 'dist',
    format: 'esm',
    // A thread starts from a file of its own, which the code beside it names.
    entryFileNames: ({ name }) => (name.startsWith('chunks/') ? '[name].mjs' : '[name].js'),
    chunkFileNames: 'chunks/[name]-[hash].js',
    minify,
    codeSplitting: {
      groups: [
        { name: 'main', test: /\/serve\/cli\/run\.ts/, priority: 4 },
        // With all that it imports: a list needs nothing that decides or opens content.
        { name: 'scan', test: /\/verbs\/catalog\/catalog\.ts/, priority: 3 },
        // What ranks, fences and reads manifests: a search of the workspace needs no more beside it.
        {
          name: 'base',
          test: /\/src\/(?:rank|fence|text\/(?:lexicon|markup|detect)|parse\/manifest)\/|\/src\/.*\/(?:catalog-forms|format-of|text-in|media-type|git-ignored|read-composed|without-query|time-span|plain-line|command-secrets|stored-text|ask-person|process-lock|workspace-for|workspace-store|sub-command)\.ts|\/app\/workspace\/(?!scan|index-file|dispatch|skills|gaps|impact|verify|export|workspace-tools|file-changes)/,
          minShareCount: 2,
          priority: 2.5,
        },
        { name: 'core', test: /\/src\/|js-yaml/, minShareCount: 10, priority: 2 },
        {
          name: 'opening',
          test: /\/serve\/cli\/(?:open-knowledge|listening|no-tools-reason|view-options)\.ts|\/io\/(?:secrets|v8-flags)\.ts/,
          minShareCount: 2,
          priority: 1.5,
        },
        { name: 'verbs', test: /\/serve\/cli\/(?!verbs\/workspace\/)/, minShareCount: 2, priority: 1 },
        { name: 'http', test: /\/io\/http-server\.ts/, minShareCount: 2, priority: 1 },
        { name: 'mcp-door', test: /\/serve\/mcp\/(?:handler|admission|tokens|server)\.ts/, minShareCount: 2 },
        {
          name: 'parts',
          test: /\/src\/(?:(?:io|record|model|text\/tokens)\/|.*\/(?:decision-matrix|endings|escapes|hidden|inspect-text|keep-receipt|open-units|published-texts|list-line|pack-summary|unified-diff|query-request|questions|query-remarks|folder|save-grants|grant|lock|check-questions|usable-units|validate-paths|fix-paths|schemas|replace-file|open-unrecorded|verify-entries|refresh-hashes|query-manifests|unit-id|changes-since-grant|catalog-units|plain-documents|tree-names|llms-text|yaml-text|raw-manifest|site-documents|published-manifest|public-units|why-not-quoted|inspect(?:-provenance|-records|-standard)?)\.ts)/,
          minShareCount: 2,
        },
      ],
    },
  },
}

export default defineConfig([main, hook, page])
