#!/usr/bin/env node
import { readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runShellHook, shellEvents } from './serve/hook/shell-hook.ts'

/** `lorefence hook` loads it from here, too. */
export { runShellHook }

const [, program, name] = process.argv
const event = shellEvents.find((one) => one === name)
if (event && program !== undefined && realpathSync(program) === fileURLToPath(import.meta.url))
  await runShellHook(event, {
    stdin: async () => readFileSync(0),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    env: process.env,
    cwd: process.cwd(),
  })
