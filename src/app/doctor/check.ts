import type { ClientSurroundings } from '../../author/clients/client.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { Config } from '../../model/documents/config.ts'
import type { Ports } from '../../model/ports.ts'
import type { StateHealth, StoreHealth } from '../../model/records/health.ts'
import type { Reader } from '../decide/ask-gates.ts'
import type { Commands } from '../shared/commands.ts'

/** One problem or note. */
export interface CheckItem {
  /** `fix`: something must be changed; `note`: it is as declared, but may surprise. */
  readonly state: 'note' | 'fix'
  readonly ref?: string
  readonly path?: string
  readonly detail: string
  /** The command that fixes it, or the one to run after the edit that fixes it. */
  readonly command?: string
}

export interface Examined {
  readonly catalog: Catalog
  /** Entries that are not switched off. */
  readonly used: readonly CatalogEntry[]
  readonly config: Config
  readonly state: StateHealth
  /** The database of the stores; absent if they are files. */
  readonly store?: StoreHealth
  readonly ports: Ports
  readonly reader: Reader
  readonly now: Date
  readonly commands: Commands
  /** The machine whose clients are checked; absent for none. */
  readonly surroundings?: ClientSurroundings
}

export interface Check {
  readonly id: string
  readonly title: string
  look(examined: Examined): readonly CheckItem[]
}

/** A check that needs no catalog, since the state of the user may be unusable. */
export interface EarlyCheck extends Check {
  look(examined: Pick<Examined, 'config' | 'state' | 'store' | 'commands'>): readonly CheckItem[]
}
