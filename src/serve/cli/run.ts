import { main } from './main.ts'
import { processTerminal } from './terminal.ts'

/** Runs the command that this process was started with. */
export const runProcess = (): Promise<number> => main(process.argv.slice(2), processTerminal())
