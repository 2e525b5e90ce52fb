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

/** Health of a database with the stores, for the role that looks. */
export interface StoreHealth {
  /** For messages: where it is, without a password. */
  readonly shown: string
  /** Why it cannot be used at all; then nothing else is known. */
  readonly unusable?: string
  /** Migrations that are missing. */
  readonly pending?: readonly string[]
  readonly role?: string
  /** Rights that a server needs and this role lacks, such as `insert on lorefence.receipts`. */
  readonly lacks?: readonly string[]
  /** Rights that would allow it to change recorded rows. */
  readonly exceeds?: readonly string[]
  /** Privacy of the connection; `local` is a socket, or this machine. */
  readonly privacy?: 'local' | 'open' | 'unverified' | 'verified'
  /** Settings with which a crash would lose acknowledged writes. */
  readonly volatile?: readonly string[]
  /** By how much its clock is ahead of that of this machine. */
  readonly aheadSeconds?: number
}
