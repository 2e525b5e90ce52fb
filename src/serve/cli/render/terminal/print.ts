import type { Terminal } from '../../verb.ts'
import { visible } from './cells.ts'
import { recordText, type Outcome } from './json.ts'

/** Prints one line to stdout; nothing in it acts on a terminal. */
export function outLine(terminal: Pick<Terminal, 'out'>, line: string): void {
  terminal.out(`${visible(line)}\n`)
}

/** The same to stderr. */
export function errLine(terminal: Pick<Terminal, 'err'>, line: string): void {
  terminal.err(`${visible(line)}\n`)
}

/** Prints commands that the person can copy, to stderr. */
export function errCommands(terminal: Pick<Terminal, 'err'>, commands: readonly string[]): void {
  for (const command of commands) errLine(terminal, `  run:  ${command}`)
}

/** Prints the object of `--json`. */
export function printRecord(terminal: Pick<Terminal, 'out'>, outcome: Outcome, fields: object): void {
  terminal.out(recordText(outcome, fields))
}
