import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { DoorWorld } from './door-world.ts'

const run = promisify(execFile)

/** What the built program prints, as an operator runs it; it rejects where the program fails. */
export async function lorefence(
  { cwd, env }: Pick<DoorWorld, 'cwd' | 'env'>,
  ...args: readonly string[]
): Promise<string> {
  const { stdout } = await run(process.execPath, [resolve('dist/cli.js'), ...args], { cwd, env: { ...env } })
  return stdout
}
