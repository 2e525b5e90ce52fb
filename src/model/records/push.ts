/** A file of a workspace, by its path from the root: its content, or where a link leads. */
export type PushedFile =
  | { readonly digest: string; readonly size: number; readonly target?: undefined }
  | { readonly target: string; readonly digest?: undefined; readonly size?: undefined }

export interface PushedFiles {
  readonly files: ReadonlyMap<string, PushedFile>
  /** The content of one of them; throws where it has changed meanwhile. */
  bytesOf(digest: string): Uint8Array
}

/** What a push changed in the store. */
export interface PushedRevision {
  readonly revision: number
  /** Paths that were added, removed or changed. */
  readonly changed: number
  /** Contents that the store did not have. */
  readonly sent: number
  readonly sentBytes: number
}

/** A file that is not pushed, and why. */
export interface LeftOutFile {
  readonly path: string
  readonly reason: string
}
