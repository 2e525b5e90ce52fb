import { readFileSync, realpathSync } from 'node:fs'
import { writeAll } from '../../io/process/write-all.ts'
import { runShellHook, shellEvents } from './shell-hook.ts'

/**
 * Answers the event that this process was started with; does nothing if its file is only imported. Avoids
 * `process.stdout`, which would take a tenth of the start time.
 */
export async function runHook(): Promise<void> {
  const [, started, name] = process.argv
  const event = shellEvents.find((one) => one === name)
  if (!event || started === undefined || realpathSync(started) !== import.meta.filename) return
  await runShellHook(event, {
    stdin: async () => readFileSync(0),
    out: (text) => writeAll(1, text),
    err: (text) => writeAll(2, text),
    env: process.env,
    cwd: process.cwd(),
  })
}
