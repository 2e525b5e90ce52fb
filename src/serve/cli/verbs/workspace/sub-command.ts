import type { OpenedWorkspace } from '../../workspace-for.ts'
import type { Call } from '../../verb.ts'
import { scriptEnvelope } from '../../render/terminal/script-envelope.ts'

/** One word after `lorefence workspace`. */
export interface SubCommand {
  /** Most arguments after its name. */
  readonly takes: number
  readonly run: (opened: OpenedWorkspace, call: Call) => Promise<number>
}

/** The argument after the name of the sub-command. */
export const argumentOf = ({ positionals }: Pick<Call, 'positionals'>): string | undefined => positionals[1]

export const isJson = ({ values }: Pick<Call, 'values'>): boolean => values['json'] === true

/** The first keys of a `--json` object. */
export const workspaceEnvelope = (isOk = true): Readonly<Record<string, unknown>> => ({
  ...scriptEnvelope({ kind: 'workspace', command: 'workspace', diagnostics: [] }),
  ok: isOk,
  status: isOk ? 'ok' : 'failed',
})

export const howToTurnOn = 'No folder is scanned yet. To turn it on: lorefence workspace scan <folder>\n'
