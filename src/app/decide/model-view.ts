import { asModelKnows } from '../../catalog/for-model.ts'
import { unitRef } from '../../catalog/refs.ts'
import type { Catalog, CatalogEntry, EntryFile } from '../../model/catalog.ts'
import type { Grant } from '../../model/decisions/decision.ts'
import type { Reader } from './ask-gates.ts'
import { deciderFor, type Decider } from './decide-ref.ts'
import { decideRound, type Moment } from './decision-cache.ts'
import { entriesNow } from './standing.ts'
import { withhold, type Use } from './withhold.ts'

/** The catalog that a model may see, and its reader. */
export interface View {
  readonly listed: Catalog
  readonly reader: Reader
}

/** With the current grants. Short names replace refs for a model; records contain the refs. */
export function modelView(catalog: Catalog, reader: Reader, use: Use): View {
  const round = { name: use, catalog, now: reader.ports.clock.now(), kept: reader.kept?.views }
  const { listed, ...seen } = decideRound(round, reader, (asking, moment) => seenBy(catalog, asking, use, moment))
  return { listed, reader: { ...reader, ...seen } }
}

/** Reduces entries that are not granted now to their names; nothing else is withheld. */
export function withCurrentGrants({ listed, reader }: View): View {
  const decider = deciderFor(reader, { now: reader.ports.clock.now() })
  return { listed: { ...listed, entries: entriesNow(listed.entries, decider).map(asModelKnows) }, reader }
}

/** The catalog that a model may see, and what its names refer to. */
export type SeenByModel = Pick<View, 'listed'> & Required<Pick<Reader, 'trueRefs' | 'grantsSeen'>>

function seenBy(catalog: Catalog, reader: Reader, use: Use, moment: Moment): SeenByModel {
  const trueRefs = new Map<string, string>()
  const grantsSeen = new Map<EntryFile, Grant | undefined>()
  const decider = deciderFor({ ...reader, grantsSeen }, moment)
  const { entries: open, withheld = [] } = withhold(entriesNow(catalog.entries, decider), {
    use,
    decider,
    ports: reader.ports,
    moment,
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
    trueRefs,
    grantsSeen,
  }
}

const disabledUnits = (
  { ref, document }: CatalogEntry,
  { isDisabled }: Pick<Decider, 'isDisabled'>,
): readonly string[] =>
  document.kind === 'manifest' ? document.units.flatMap(({ id }) => (isDisabled(unitRef(ref, id)) ? [id] : [])) : []
