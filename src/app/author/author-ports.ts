import type { Change, ReplacedFile } from '../../io/disk/replace-file.ts'
import type { Clock, Files, Writer } from '../../model/ports.ts'

/** What the verbs of an author read and write with. Nothing is written through a link. */
export interface AuthorPorts {
  readonly files: Files
  readonly writer: Writer
  readonly clock: Clock
  /** Replaces or deletes a file that still has the bytes that it was planned from. */
  replace(root: string, path: string, change: Change): ReplacedFile
}
