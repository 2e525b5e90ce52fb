import { stores } from './001-stores.ts'
import { receipts } from './002-receipts.ts'
import { use } from './003-use.ts'
import { workspaces } from './010-workspaces.ts'
import { words } from './011-words.ts'
import { placesByTerm } from './012-places-by-term.ts'

/** One change of the schema. It is never edited once it was released; a later one changes it again. */
export interface Migration {
  readonly id: number
  readonly name: string
  /** SQL; every name with its schema. */
  readonly statements: string
}

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = [stores, receipts, use, workspaces, words, placesByTerm]
