import type { OfferedTool, ToolContext } from '../../app/index.ts'
import type { Listing } from './listing.ts'

/** What every tool, resource and prompt of a server uses. */
export interface Door extends ToolContext {
  /** The operator allows clients to ask their user about a status. */
  readonly mayAskPerson?: boolean
  /** Kept between requests where each has a server of its own. */
  readonly listing?: Listing
  /** Also return the facts of a reply as structured content. */
  readonly structured?: boolean
  /** The tools for past sessions, where a person asked for them. */
  readonly memory?: readonly OfferedTool[]
  /** Those for the scanned files, where a person asked for them. */
  readonly workspace?: readonly OfferedTool[]
  /** Errors that only the operator may read. */
  onTrouble?(message: string): void
}
