import type { Activation } from '../../activate/activate.ts'
import { disabledOmission, omissionOf } from '../../govern/omission.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Omission } from '../../model/read.ts'
import { askGates, type Reader } from '../decide/ask-gates.ts'
import { deciderFor } from '../decide/decide-ref.ts'
import { entriesNow } from '../decide/standing.ts'
import { closedDecision } from './list.ts'

/** Which packs, manifests and units may still be listed. */
export interface ListedRefs {
  readonly open: ReadonlySet<string>
  /** Existing entries that are refused to the requester. */
  readonly omitted: readonly Omission[]
  /** The strictest of their verdicts. */
  readonly verdict: 'ask' | 'deny'
}

/** A list opens no entry, so only grant and switch count; for units every gate decides. */
export function listedRefs(catalog: Catalog, refs: ReadonlySet<string>, reader: Reader): ListedRefs {
  const now = reader.ports.clock.now()
  const decider = deciderFor(reader, { now })
  const open = new Set<string>()
  const closed: Omission[] = []
  for (const entry of entriesNow(
    catalog.entries.filter(({ ref }) => refs.has(ref)),
    decider,
  )) {
    const { ref, enabled } = entry
    const decision = closedDecision(entry, decider)
    if (!enabled) closed.push(disabledOmission(ref))
    else if (decision) closed.push(omissionOf(decision))
    else open.add(ref)
  }
  const units = [...refs].filter((ref) => ref.startsWith('unit:'))
  const {
    allowed,
    decisions,
    omitted: refused,
  } = units.length === 0 ? nothingAsked : askGates(catalog, reader, { named: units, now })
  for (const { ref } of allowed) open.add(ref)
  const omitted = [...closed, ...refused]
  const isDenied =
    decisions.some(({ verdict }) => verdict === 'deny') || omitted.some(({ reason }) => reason === 'disabled')
  return { open, omitted, verdict: isDenied ? 'deny' : 'ask' }
}

const nothingAsked: Activation = { allowed: [], decisions: [], omitted: [] }
