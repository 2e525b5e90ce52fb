import { defineConfig } from 'rolldown'

/** The entries share their chunks; what a verb imports lazily stays in a chunk of its own. */
export default defineConfig({
  input: { index: 'src/index.ts', cli: 'src/cli.ts', mcp: 'src/mcp.ts' },
  platform: 'node',
  logLevel: 'warn',
  external: [/^node:/],
  // Some packages still point `main` at a file that only loads outside a bundle (jsonc-parser).
  resolve: { mainFields: ['module', 'main'] },
  output: { dir: 'dist', format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
})
