import type { Activation } from '../../activate/activate.ts'
import { sentenceFor } from '../../govern/sentences.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Left } from '../../model/read.ts'
import { askGates, type Reader } from '../decide/ask-gates.ts'
import { deciderFor } from '../decide/decide-ref.ts'
import { entriesNow } from '../decide/standing.ts'
import { closedDecision } from './list.ts'

/** What a list may still say of packs, manifests and units. */
export interface ListedRefs {
  readonly open: ReadonlySet<string>
  /** Those that are there and closed to whoever asks now. */
  readonly left: readonly Left[]
  /** Of those, the strictest. */
  readonly verdict: 'ask' | 'deny'
}

/** A list opens nothing of an entry, so only its grant and its switch count; about units every gate is asked. */
export function listedRefs(catalog: Catalog, refs: ReadonlySet<string>, reader: Reader): ListedRefs {
  const now = reader.ports.clock.now()
  const decider = deciderFor(reader, now)
  const open = new Set<string>()
  const closed: Left[] = []
  for (const entry of entriesNow(catalog.entries.filter(({ ref }) => refs.has(ref)), decider)) {
    const { ref, enabled } = entry
    const reason = enabled ? closedDecision(entry, decider)?.reasons[0]?.code : 'disabled'
    if (reason === undefined) open.add(ref)
    else closed.push(refusal(ref, reason))
  }
  const units = [...refs].filter((ref) => ref.startsWith('unit:'))
  const { allowed, decisions, left: refused } = units.length === 0 ? nothingAsked : askGates(catalog, reader, { named: units, now })
  for (const { ref } of allowed) open.add(ref)
  const left = [...closed, ...refused]
  return { open, left, verdict: decisions.some(({ verdict }) => verdict === 'deny') || left.some(({ reason }) => reason === 'disabled') ? 'deny' : 'ask' }
}

const nothingAsked: Activation = { allowed: [], decisions: [], left: [] }

function refusal(ref: string, reason: string): Left {
  const { says, change } = sentenceFor(reason, {}, ref)
  return { ref, reason, detail: [says, change].filter(Boolean).join(' ') }
}
