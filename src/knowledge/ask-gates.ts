import { activate, type ActivateOptions, type Activation } from '../activate/activate.ts'
import type { Catalog } from '../model/catalog.ts'
import type { Restraints } from '../model/config.ts'
import type { Ports } from '../model/ports.ts'
import type { Requester } from '../model/requester.ts'
import { approvalsFor, grantFor } from './standing.ts'
import { withheldFiles } from './withheld-files.ts'

/** Who asks, in which world. */
export interface Reader {
  readonly ports: Ports
  readonly requester: Requester
  readonly restraints: Restraints
  readonly trustAll: boolean
}

/** Asks every gate about the packs of a catalog with the grants and approvals of this moment. */
export function askGates(catalog: Catalog, reader: Reader, options: Pick<ActivateOptions, 'now' | 'named' | 'mode'>): Activation {
  const { now } = options
  const { ports, requester, trustAll } = reader
  return activate(catalog.entries, {
    ...options,
    requester,
    grantFor: (entry) => (trustAll ? { path: entry.found.folder, given: 'unattended', at: now.toISOString(), follow: true } : grantFor(ports.grants, entry)),
    approvalsFor: (entry) => approvalsFor(ports.approvals, entry, now),
    withheldFor: withheldFiles(catalog, reader, now),
  })
}
