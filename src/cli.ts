#!/usr/bin/env node
import { version } from './version.ts'

// The version answers before anything else is loaded.
if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-v')) {
  process.stdout.write(`${version}\n`)
} else {
  const [{ main }, { processTerminal }] = await Promise.all([
    import('./serve/cli/main.ts'),
    import('./serve/cli/terminal.ts'),
  ])
  process.exitCode = await main(process.argv.slice(2), processTerminal())
}
