#!/usr/bin/env node
import { version } from './version.ts'

// The version answers before anything else is loaded.
if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-v')) {
  process.stdout.write(`${version}\n`)
} else {
  const { runProcess } = await import('./serve/cli/run.ts')
  process.exitCode = await runProcess()
}
