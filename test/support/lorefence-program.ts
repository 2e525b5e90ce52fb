import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { DoorWorld } from './door-world.ts'

const run = promisify(execFile)

/** The output of the built program, run as an operator would; rejects if the program fails. */
export async function lorefence(
  { cwd, env }: Pick<DoorWorld, 'cwd' | 'env'>,
  ...args: readonly string[]
): Promise<string> {
  const { stdout } = await run(process.execPath, [resolve('dist/cli.js'), ...args], { cwd, env: { ...env } })
  return stdout
}
