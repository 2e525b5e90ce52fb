import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  // A plugin imports the package by its name.
  resolve: { alias: { lorefence: fileURLToPath(new URL('src/index.ts', import.meta.url)) } },
  test: {
    include: ['test/**/*.test.ts', 'plugins/*/test/**/*.test.ts'],
    // These take minutes: `npm run test:slow`.
    exclude: [...configDefaults.exclude, 'test/slow/**', 'test/growth/**', 'test/browser/**'],
    pool: 'threads',
    isolate: false,
    setupFiles: ['test/support/property-seed.ts'],
    testTimeout: 120_000,
  },
})
