import type { ExplainOptions, Knowledge } from '../../app/index.ts'

/** What every tool, resource and prompt of a server stands on. */
export interface Door {
  readonly knowledge: Knowledge
  /** Where a person would type commands; absent where the client is on another machine, which is told no path and no command of this one. */
  readonly commands?: NonNullable<ExplainOptions['commands']>
  /** The operator lets a capable client ask its person about a status. */
  readonly mayAskPerson?: boolean
  /** The operator wants the facts of a reply as structured content too. */
  readonly structured?: boolean
  /** Trouble that nobody but the operator may read. */
  onTrouble?(message: string): void
}
