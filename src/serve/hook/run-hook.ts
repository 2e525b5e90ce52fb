import { readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runShellHook, shellEvents } from './shell-hook.ts'

/** Answers the event that this process was started with; nothing where its file is only imported. */
export async function runHook(): Promise<void> {
  const [, started, name] = process.argv
  const event = shellEvents.find((one) => one === name)
  if (!event || started === undefined || realpathSync(started) !== fileURLToPath(import.meta.url)) return
  await runShellHook(event, {
    stdin: async () => readFileSync(0),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    env: process.env,
    cwd: process.cwd(),
  })
}
