import { defineConfig } from 'vitest/config'

/** The CPU of a process is counted for all its threads, so these run in processes of their own, one after the other. */
export default defineConfig({
  test: { include: ['test/growth/*.test.ts'], pool: 'forks', fileParallelism: false, testTimeout: 300_000 },
})
