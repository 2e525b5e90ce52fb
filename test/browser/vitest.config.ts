import { defineConfig } from 'vitest/config'

/** The page of the built program in the Chromium of this system. */
export default defineConfig({
  test: {
    include: ['test/browser/*.test.ts'],
    pool: 'threads',
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
