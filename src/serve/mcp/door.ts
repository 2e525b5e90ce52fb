import type { ExplainOptions, Knowledge } from '../../app/index.ts'
import type { Listing } from './listing.ts'

/** What every tool, resource and prompt of a server uses. */
export interface Door {
  readonly knowledge: Knowledge
  /** Where a person would run commands; absent for clients on other machines, which see no path and no command. */
  readonly commands?: NonNullable<ExplainOptions['commands']>
  /** The operator allows clients to ask their user about a status. */
  readonly mayAskPerson?: boolean
  /** The conversation of one client; a text is returned once in it. Absent where every request may be another client's. */
  readonly session?: ModelSession
  /** In front of the name of each tool, so that no framework takes it for one of its own. Default: `knowledge_`. */
  readonly toolPrefix?: string
  /** Kept between requests where each has a server of its own. */
  readonly listing?: Listing
  /** Also return the facts of a reply as structured content. */
  readonly structured?: boolean
  /** Errors that only the operator may read. */
  onTrouble?(message: string): void
}

/** The name under which a client finds a tool. */
export const toolName = ({ toolPrefix = 'knowledge_' }: Pick<Door, 'toolPrefix'>, name: ToolName): string =>
  `${toolPrefix}${name}`

export type ToolName = 'catalog' | 'activate' | 'read' | 'query' | 'explain' | 'evidence'

/** What a model was shown. It starts anew when a reply was not delivered, because the model then lacks its text. */
export class ModelSession {
  id: string = crypto.randomUUID()

  renew(): void {
    this.id = crypto.randomUUID()
  }
}
