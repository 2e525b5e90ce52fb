import { printRecord } from '../../render/terminal/print.ts'
import type { Call } from '../../verb.ts'
import type { OpenedWorkspace } from './workspace-for.ts'

/** One word after `lorefence workspace`. */
export interface SubCommand {
  /** Most arguments after its name. */
  readonly takes: number
  readonly run: (opened: OpenedWorkspace, call: Call) => Promise<number>
}

/** The argument after the name of the sub-command. */
export const argumentOf = ({ positionals }: Pick<Call, 'positionals'>): string | undefined => positionals[1]

export const isJson = ({ values }: Pick<Call, 'values'>): boolean => values['json'] === true

/** Prints the object of `--json`. */
export const printWorkspace = ({ terminal }: Pick<Call, 'terminal'>, fields: object, ok = true): void =>
  printRecord(terminal, { command: 'workspace', ok }, fields)

export const howToTurnOn = 'No folder is scanned yet. To turn it on: lorefence workspace scan <folder>\n'
