import { defineConfig } from 'vitest/config'

/** Laws over many generated cases, and the built program over many rounds. */
export default defineConfig({
  test: { include: ['test/slow/*.test.ts'], pool: 'threads', isolate: false, testTimeout: 300_000 },
})
