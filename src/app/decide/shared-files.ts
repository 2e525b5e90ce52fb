import type { Named } from '../../catalog/refs.ts'
import type { Allowed, AllowedUnit, BoundFile, FileRefusal } from '../../model/brands.ts'
import type { Decision, Reason } from '../../model/decision.ts'
import { effectiveUnit } from '../../parse/manifest/inherit.ts'
import { mayPersist } from '../../select/units/unit-texts.ts'
import type { Decider } from './decide-ref.ts'
import type { SameFiles, Sharer } from './same-file.ts'

/**
 * Files of a pack, or of a unit's folder, that other granted entries name too: the strictest decision applies, so refused
 * files are withheld and obligations are kept with the file. Trust is decided by the grant of the holder.
 */
export function sharedFiles(
  shared: SameFiles,
  { decideSharer }: Pick<Decider, 'decideSharer'>,
  now: Date,
): (holder: Named, folder?: AllowedUnit['folder']) => Pick<Allowed, 'withheld' | 'bound'> {
  return (holder, folder) => {
    const withheld = new Map<string, FileRefusal>()
    const bound = new Map<string, BoundFile>()
    const pairs = folder ? shared.sharersBelow(holder, folder.files) : shared.sharersIn(holder.entry)
    for (const [path, sharer] of pairs) {
      const decision = decideSharer(sharer, { action: 'read', activation: 'resolver-driven', now })
      const reasons = decision?.reasons.filter(({ gate }) => sharer.waits || gate !== 'trust') ?? []
      const refusal = reasons.find(({ verdict }) => verdict !== 'allow')
      if (refusal && sharer.waits) withheld.set(path, withheld.get(path) ?? waiting(refusal, sharer))
      else if (refusal) withheld.set(path, denied(refusal, sharer))
      else if (decision) bound.set(path, joined(bound.get(path), sharer, { ...decision, verdict: 'allow', reasons }))
    }
    return { withheld, bound }
  }
}

const denied = ({ sentence }: Reason, { entry }: Sharer): FileRefusal => ({
  reason: 'withheld',
  detail: `${entry.ref} names this file too. ${sentence}`,
})

const waiting = ({ code, sentence, change = '' }: Reason, { entry }: Sharer): FileRefusal => ({
  reason: 'changed',
  code,
  detail: `${sentence} ${change}`.trim(),
  closedBy: entry.ref,
})

function joined(other: BoundFile | undefined, { ref, entry, unit }: Sharer, decision: Decision): BoundFile {
  const effective = unit && entry.document.kind === 'manifest' ? effectiveUnit(entry.document, unit) : undefined
  const restrictions = effective?.compliance.restrictions?.value ?? []
  return {
    refs: [...(other?.refs ?? []), ref],
    decisions: [...(other?.decisions ?? []), decision],
    restrictions: [...new Set([...(other?.restrictions ?? []), ...restrictions])],
    persist: (other?.persist ?? true) && effective !== undefined && mayPersist(effective),
  }
}
