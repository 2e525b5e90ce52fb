import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test(
  'ten clients at once, files changing underneath: no error, no answer of two editions, none empty',
  { timeout: 120_000 },
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/soak-mcp.mjs', '30'])
    const { reads, errors, mixed, empty, editions } = JSON.parse(stdout) as Record<string, number>
    expect({ reads, errors, mixed, empty }).toEqual({ reads: 510, errors: 0, mixed: 0, empty: 0 })
    expect(editions).toBeGreaterThan(1)
  },
)
