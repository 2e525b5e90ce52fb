import { optimizeLate } from '../../io/v8-flags.ts'
import { main } from './main.ts'
import { processTerminal } from './terminal.ts'

/** They run until their clients end. */
const servers: ReadonlySet<string> = new Set(['lsp', 'mcp', 'serve'])

/** Runs the command that this process was started with. */
export function runProcess(): Promise<number> {
  const argv = process.argv.slice(2)
  if (!servers.has(argv[0] ?? '')) optimizeLate()
  return main(argv, processTerminal())
}
