import { defineConfig } from 'vitest/config'

/** Laws over many generated cases, and the built program over many rounds. */
export default defineConfig({
  test: {
    include: ['test/slow/*.test.ts'],
    pool: 'threads',
    isolate: false,
    setupFiles: ['test/support/property-seed.ts'],
    testTimeout: 300_000,
  },
})
