import type { Surroundings } from '../../author/clients/client.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { Config } from '../../model/config.ts'
import type { Ports } from '../../model/ports.ts'
import type { StateHealth } from '../../model/state-health.ts'
import type { Reader } from '../decide/ask-gates.ts'
import type { Commands } from './commands.ts'

/** One thing that is wrong, or worth knowing. */
export interface CheckItem {
  /** `mend`: somebody has something to do; `note`: it is as declared, but may surprise. */
  readonly state: 'note' | 'mend'
  readonly ref?: string
  readonly path?: string
  readonly detail: string
  /** The one command that mends it, or that comes after the edit which does. */
  readonly command?: string
}

/** What the checks look at. */
export interface Examined {
  readonly catalog: Catalog
  /** Entries that are not switched off. */
  readonly used: readonly CatalogEntry[]
  readonly config: Config
  readonly state: StateHealth
  readonly ports: Ports
  readonly reader: Reader
  readonly now: Date
  readonly commands: Commands
  /** The machine whose clients are looked at; absent leaves them out. */
  readonly surroundings?: Surroundings
}

export interface Check {
  readonly id: string
  readonly title: string
  look(examined: Examined): readonly CheckItem[]
}

/** A check that also works where the state of the user cannot be relied on, so that there is no catalog. */
export interface EarlyCheck extends Check {
  look(examined: Pick<Examined, 'config' | 'state' | 'commands'>): readonly CheckItem[]
}
