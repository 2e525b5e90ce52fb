import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // A plugin imports the package by its name.
  resolve: { alias: { lorefence: fileURLToPath(new URL('src/index.ts', import.meta.url)) } },
  test: {
    testTimeout: 30_000,
    projects: [
      { extends: true, test: { name: 'all', include: ['test/**/*.test.ts', 'plugins/*/test/**/*.test.ts'], exclude: ['test/growth/**'], pool: 'threads', isolate: false } },
      // The CPU of a process is counted for all its threads.
      { extends: true, test: { name: 'growth', include: ['test/growth/*.test.ts'], pool: 'forks', isolate: false } },
    ],
  },
})
