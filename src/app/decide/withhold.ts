import { unitRef } from '../../catalog/refs.ts'
import { mayBeListed } from '../../govern/gates/artifact.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import { requesterGates, type Decision, type GateName } from '../../model/decisions/decision.ts'
import type { Manifest } from '../../model/documents/manifest.ts'
import type { Ports } from '../../model/ports.ts'
import { circumstancesAt, type Decider } from './decide-ref.ts'
import type { Moment } from './decision-cache.ts'
import { sameFiles } from './same-file.ts'

/** The gates that depend on the requester. If one denies a unit, the requester must not learn that it exists. */
const ofRequester: ReadonlySet<GateName> = new Set(requesterGates)

/** A unit that a person refused was asked about before, so its name is known. */
export const mayKnow = ({ reasons }: Decision): boolean =>
  !reasons.some(({ gate, verdict, refused }) => verdict === 'deny' && !refused && ofRequester.has(gate))

/** `name`: units that may be named. `search`: units whose words may influence an answer. */
export type Use = 'name' | 'search'

interface Withholding {
  readonly use: Use
  readonly decider: Decider
  readonly ports: Pick<Ports, 'files'>
  readonly moment: Moment
  /** Granted entries that are not listed; the files they name are decided with them. */
  readonly unlisted: readonly CatalogEntry[]
}

/** Removes the units that a model must not know of. They still apply to the files that they name. */
export function withhold(
  entries: readonly CatalogEntry[],
  { use, decider, ports, moment, unlisted }: Withholding,
): Pick<Catalog, 'entries' | 'withheld'> {
  const circumstances = circumstancesAt(moment, 'explicit')
  const shared = sameFiles({ entries, withheld: unlisted }, ports.files, decider)
  const isOpen = (decision: Decision | undefined): boolean =>
    decision !== undefined && (use === 'name' ? mayKnow(decision) : mayBeListed(decision))
  const withheld: CatalogEntry[] = []
  const open = entries.map((entry) => {
    const { document } = entry
    if (document.kind !== 'manifest' || entry.standing === 'ungranted') return entry
    const hidden = new Set<string>()
    const known = new Set<string>()
    // If units share an id, the first counts (KCP §7); a later one must not replace a hidden one.
    for (const unit of document.units) {
      if (known.has(unit.id)) continue
      known.add(unit.id)
      const named = { ref: unitRef(entry.ref, unit.id), entry, unit }
      if (!isOpen(decider.decideShared(named, shared.sharersOf(named), circumstances))) hidden.add(unit.id)
    }
    if (hidden.size === 0) return entry
    withheld.push({ ...entry, document: { ...document, units: document.units.filter(({ id }) => hidden.has(id)) } })
    return { ...entry, document: without(document, hidden) }
  })
  return withheld.length === 0 ? { entries } : { entries: open, withheld }
}

/** The same units give the same object, because indexes are cached for each manifest. */
const made = new WeakMap<Manifest, Map<string, Manifest>>()
const mostKept = 4

function without(document: Manifest, hidden: ReadonlySet<string>): Manifest {
  const kept = made.get(document) ?? new Map<string, Manifest>()
  made.set(document, kept)
  const key = JSON.stringify([...hidden])
  const known = kept.get(key)
  if (known) return known
  const relationships = document.relationships.filter(({ from, to }) => !hidden.has(from) && !hidden.has(to))
  const rest = { ...document, units: document.units.filter(({ id }) => !hidden.has(id)), relationships }
  if (kept.size >= mostKept) kept.clear()
  kept.set(key, rest)
  return rest
}
