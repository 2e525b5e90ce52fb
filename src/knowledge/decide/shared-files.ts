import type { AllowedPack, BoundFile } from '../../model/brands.ts'
import type { CatalogEntry } from '../../model/catalog.ts'
import type { Decision } from '../../model/decision.ts'
import { effectiveUnit } from '../../parse/inherit.ts'
import { mayPersist } from '../../select/unit-texts.ts'
import type { Decider } from './decide-ref.ts'
import type { SameFiles, UnitFile } from './same-file.ts'

/**
 * Files of a pack that manifests name too: the strictest decision wins (DESIGN §7), so what their gates refuse is withheld
 * and what they oblige to is kept with the file. Trust is left to the pack, whose grant is for these very files.
 */
export function sharedFiles(shared: SameFiles, { decide }: Pick<Decider, 'decide'>, now: Date): (entry: CatalogEntry) => Pick<AllowedPack, 'withheld' | 'bound'> {
  return (entry) => {
    const withheld = new Map<string, string>()
    const bound = new Map<string, BoundFile>()
    for (const [path, named] of shared.unitsIn(entry)) {
      const decision = decide(named, { action: 'read', activation: 'resolver-driven', now })
      const reasons = decision?.reasons.filter(({ gate }) => gate !== 'trust') ?? []
      const refusal = reasons.find(({ verdict }) => verdict !== 'allow')
      if (refusal) withheld.set(path, `${named.entry.ref} names this file too. ${refusal.sentence}`)
      else if (decision) bound.set(path, joined(bound.get(path), named, { ...decision, verdict: 'allow', reasons }))
    }
    return { withheld, bound }
  }
}

function joined(other: BoundFile | undefined, { ref, entry, unit }: UnitFile, decision: Decision): BoundFile {
  const effective = entry.document.kind === 'manifest' ? effectiveUnit(entry.document, unit) : undefined
  const restrictions = effective?.compliance.restrictions?.value ?? []
  return {
    refs: [...(other?.refs ?? []), ref],
    decisions: [...(other?.decisions ?? []), decision],
    restrictions: [...new Set([...(other?.restrictions ?? []), ...restrictions])],
    persist: (other?.persist ?? true) && effective !== undefined && mayPersist(effective),
  }
}
