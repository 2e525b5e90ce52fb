import { defineConfig } from 'rolldown'

/** Two entries share their chunks; what a verb imports lazily stays in a chunk of its own. */
export default defineConfig({
  input: { index: 'src/index.ts', cli: 'src/cli.ts' },
  platform: 'node',
  external: [/^node:/, /^gpt-tokenizer/],
  output: { dir: 'dist', format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
})
