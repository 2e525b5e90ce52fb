export type StateTrouble =
  | 'not-a-folder'
  | 'unreadable'
  | 'unwritable'
  | /** It does not exist, and the folder above is not writable. */ 'cannot-be-made'

/** Health of the folder with grants, approvals and receipts. All paths are absolute. */
export interface StateHealth {
  readonly folder: string
  readonly unusable: readonly { readonly path: string; readonly trouble: StateTrouble }[]
  /** Paths that other users may read or write. */
  readonly open: readonly { readonly path: string; readonly mode: string }[]
  /** Records that cannot be read, so that no decision may use them. */
  readonly damaged: readonly string[]
}
