import { optimizeLate } from '../../io/v8-flags.ts'
import { main } from './main.ts'
import { processTerminal } from './terminal.ts'
import { exitCodes } from './verb.ts'

/** They run until their clients end, or print what is known already. */
const others: ReadonlySet<string> = new Set(['lsp', 'mcp', 'serve', '--version', '-v', '--help', '-h', 'help'])

/** Runs the command that this process was started with. */
export async function runProcess(): Promise<void> {
  const argv = process.argv.slice(2)
  if (!others.has(argv[0] ?? '--help')) optimizeLate()
  // Until it has ended: a command that waits for nothing more and has not ended has failed.
  process.exitCode = exitCodes.trouble
  process.exitCode = await main(argv, processTerminal())
}
