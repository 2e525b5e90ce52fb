import type { OfferedTool, ToolContext } from '../../app/index.ts'
import type { Listing } from './listing.ts'

/** What every tool, resource and prompt of a server uses. */
export interface Door extends ToolContext {
  /** The operator allows clients to ask their user about a status. */
  readonly mayAskPerson?: boolean
  /** Kept between requests if each has a server of its own. */
  readonly listing?: Listing
  /** Also return the facts of a reply as structured content. */
  readonly structured?: boolean
  /** Tools for past sessions, if a person asked for them. */
  readonly memory?: readonly OfferedTool[]
  /** Tools for the scanned files, if a person asked for them. */
  readonly workspace?: readonly OfferedTool[]
  /** Reports errors that only the operator may read. */
  onTrouble?(message: string): void
}
