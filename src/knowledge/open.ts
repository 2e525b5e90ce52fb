import { resolve as resolvePath } from 'node:path'
import { systemPorts } from '../io/system.ts'
import type { Catalog } from '../model/catalog.ts'
import type { Ports } from '../model/ports.ts'
import type { ReadRequest, ReadResult } from '../model/read.ts'
import type { Requester } from '../model/requester.ts'
import { readKnowledge } from './read.ts'
import { scanRoots } from './scan.ts'

export interface OpenOptions {
  /** Workspaces to look into. */
  readonly roots: readonly string[]
  readonly requester?: Requester
  /** Opens the trust gate only; for tests and benchmarks. */
  readonly trustAll?: boolean
  /** The world; the real one by default. */
  readonly ports?: Ports
}

export interface Knowledge {
  readonly catalog: Catalog
  read(request: ReadRequest): Promise<ReadResult>
  /** Looks at the roots again; reads under way keep what they started with. */
  refresh(): Promise<void>
}

/** Opens the knowledge of some workspaces for one requester. */
export async function openKnowledge(options: OpenOptions): Promise<Knowledge> {
  const ports = options.ports ?? systemPorts(process.env)
  const roots = options.roots.map((path) => ({ path: resolvePath(path), scope: 'workspace' as const }))
  let catalog = scanRoots(ports, roots)
  return {
    get catalog() {
      return catalog
    },
    read: (request) => readKnowledge(catalog, request, { ports, requester: options.requester ?? {}, trustAll: options.trustAll === true }),
    async refresh() {
      catalog = scanRoots(ports, roots)
    },
  }
}
