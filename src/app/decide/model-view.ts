import { asModelKnows } from '../../catalog/for-model.ts'
import type { Catalog, EntryFile } from '../../model/catalog.ts'
import type { Grant } from '../../model/decision.ts'
import type { Reader } from './ask-gates.ts'
import { deciderFor } from './decide-ref.ts'
import { entriesNow } from './standing.ts'
import { withhold, type Use } from './withhold.ts'

/** The catalog that a model may see, and its reader. */
export interface View {
  readonly listed: Catalog
  readonly reader: Reader
}

/** With the current grants. Short names replace refs for a model; records contain the refs. */
export function modelView(catalog: Catalog, reader: Reader, use: Use): View {
  const trueRefs = new Map<string, string>()
  const grantsSeen = new Map<EntryFile, Grant | undefined>()
  const decider = deciderFor({ ...reader, grantsSeen }, reader.ports.clock.now())
  const { entries: open, withheld = [] } = withhold(entriesNow(catalog.entries, decider), {
    use,
    decider,
    ports: reader.ports,
    unlisted: catalog.withheld ?? [],
  })
  const entries = open.map((entry) => {
    const known = asModelKnows(entry)
    if (known.ref !== entry.ref) trueRefs.set(known.ref, entry.ref)
    return known
  })
  return {
    listed: {
      ...catalog,
      entries,
      withheld: [...(catalog.withheld ?? []), ...withheld],
      shadowed: [],
      quarantined: [],
      diagnostics: [],
    },
    reader: { ...reader, trueRefs, grantsSeen },
  }
}
