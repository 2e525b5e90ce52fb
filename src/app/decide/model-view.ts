import { asModelKnows } from '../../catalog/for-model.ts'
import { unitRef } from '../../catalog/refs.ts'
import type { Catalog, CatalogEntry, EntryFile } from '../../model/catalog.ts'
import type { Grant } from '../../model/decision.ts'
import type { Reader } from './ask-gates.ts'
import { deciderFor, type Decider } from './decide-ref.ts'
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
    const disabled = disabledUnits(entry, decider)
    return disabled.length === 0 ? known : { ...known, disabledUnits: new Set(disabled) }
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

const disabledUnits = (
  { ref, document }: CatalogEntry,
  { isDisabled }: Pick<Decider, 'isDisabled'>,
): readonly string[] =>
  document.kind === 'manifest' ? document.units.flatMap(({ id }) => (isDisabled(unitRef(ref, id)) ? [id] : [])) : []
