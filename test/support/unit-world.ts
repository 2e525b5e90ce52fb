import type { Activation } from '../../src/activate/activate.ts'
import { askGates, type Reader } from '../../src/app/decide/ask-gates.ts'
import { proposeGrants } from '../../src/app/grants/propose-grants.ts'
import { saveGrants } from '../../src/app/grants/save-grants.ts'
import { scanRoots } from '../../src/app/open/scan.ts'
import type { AllowedUnit } from '../../src/model/decisions/brands.ts'
import type { Catalog } from '../../src/model/catalog.ts'
import type { Requester } from '../../src/model/decisions/requester.ts'
import { manifestText, unitWith, type Fields } from './manifest-text.ts'
import { memoryFiles, type MemoryContent } from '../../src/io/memory/memory-files.ts'
import { memoryPorts, type MemoryPorts } from '../../src/io/memory/memory-ports.ts'
import { watchedFiles, type WatchedFiles } from './watched-files.ts'

export interface UnitWorldOptions {
  readonly root?: Fields
  /** Files beside those of the units; the file of a unit is generated if it is missing. */
  readonly files?: Readonly<Record<string, MemoryContent>>
  /** Replaces granted content on the disk. */
  readonly swapped?: Readonly<Record<string, MemoryContent>>
  readonly granted?: readonly string[]
  readonly requester?: Requester
  readonly before?: (ports: MemoryPorts) => void
}

export interface UnitWorld {
  readonly catalog: Catalog
  readonly reader: Reader
  readonly ports: MemoryPorts
  readonly files: WatchedFiles
  ask(named?: readonly string[]): Activation
  /** The units that pass the gates. */
  units(named?: readonly string[]): readonly AllowedUnit[]
}

/** A granted manifest `harbor` in `/w` whose units have one line of text each. */
export function unitWorld(
  units: readonly Fields[],
  { root = {}, files = {}, swapped = {}, granted, requester = {}, before }: UnitWorldOptions = {},
): UnitWorld {
  const complete = units.map((fields) => unitWith({ path: `docs/${String(fields['id'] ?? 'setup')}.md`, ...fields }))
  const own = Object.fromEntries(
    complete.map(({ id, path }) => [`/w/${String(path)}`, `# ${String(id)}\n\nThis is about ${String(id)}.\n`]),
  )
  const tree = { '/w/knowledge.yaml': manifestText(root, ...complete), ...own, ...files }
  const granting = memoryPorts(memoryFiles(tree))
  saveGrants(
    granting,
    proposeGrants(granting, '/w', '/').filter(({ folder }) => granted === undefined || granted.includes(folder)),
    { follow: false, given: 'terminal' },
  )
  const watched = watchedFiles(memoryFiles({ ...tree, ...swapped }))
  const ports = { ...granting, files: watched }
  before?.(ports)
  const catalog = scanRoots(ports, [{ path: '/w', scope: 'workspace' }])
  const reader: Reader = { ports, requester, restraints: {}, trustAll: false }
  const ask = (named?: readonly string[]): Activation =>
    askGates(catalog, reader, { now: ports.clock.now(), ...(named ? { named } : {}) })
  return {
    catalog,
    reader,
    ports,
    files: watched,
    ask,
    units: (named) => ask(named).allowed.filter((candidate) => candidate.kind === 'unit'),
  }
}
