import type { NamedEntry } from '../../catalog/refs.ts'
import { ungrantedDecision } from '../../govern/early-decisions.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Decision } from '../../model/decisions/decision.ts'
import type { Reader } from './ask-gates.ts'
import { deciderFor } from './decide-ref.ts'
import { sameFiles } from './same-file.ts'

/**
 * Decides about many packs and units as for a read by name; an ungranted entry is only reported as ungranted. No
 * content is opened.
 */
export function decisionsFor(
  catalog: Catalog,
  reader: Reader,
  now: Date,
  action = 'read',
): (named: NamedEntry) => Decision | undefined {
  const decider = deciderFor(reader, { now })
  const shared = sameFiles(catalog, reader.ports.files, decider)
  return (named) => {
    const { entry, ref, unit } = named
    if (entry.standing === 'ungranted')
      return decider.signatureRefusal(entry) ?? ungrantedDecision(ref, decider.grantFor(entry))
    if (entry.document.kind === 'manifest' && !unit) return undefined
    return decider.decideShared(named, shared.sharersOf(named), { action, activation: 'explicit', now })
  }
}
