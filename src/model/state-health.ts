export type StateTrouble =
  | 'not-a-folder'
  | 'unreadable'
  | 'unwritable'
  | /** It is not there, and the folder above cannot be written to. */ 'cannot-be-made'

/** How the folder that keeps grants, approvals and receipts stands. All paths are absolute. */
export interface StateHealth {
  readonly folder: string
  readonly unusable: readonly { readonly path: string; readonly trouble: StateTrouble }[]
  /** What others than the user may read or write. */
  readonly open: readonly { readonly path: string; readonly mode: string }[]
  /** Records that cannot be read, so that nothing may be decided by them. */
  readonly damaged: readonly string[]
}
