import type { CatalogEntry } from '../model/catalog.ts'
import type { Decider } from './decide-ref.ts'
import type { SameFiles } from './same-file.ts'

/**
 * Files of a pack that a manifest names too and whose gates refuse there: the strictest decision wins (DESIGN §7).
 * Trust is left to the pack, whose grant is for these very files.
 */
export function withheldFiles(shared: SameFiles, { decide }: Pick<Decider, 'decide'>, now: Date): (entry: CatalogEntry) => ReadonlyMap<string, string> {
  return (entry) => new Map(shared.unitsIn(entry).flatMap(([path, named]) => {
    const decision = decide(named, { action: 'read', activation: 'resolver-driven', now })
    const reason = decision?.reasons.find(({ gate, verdict }) => gate !== 'trust' && verdict !== 'allow')
    return reason ? [[path, `${named.entry.ref} names this file too. ${reason.sentence}`] as const] : []
  }))
}
