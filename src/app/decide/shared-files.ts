import type { Named } from '../../catalog/refs.ts'
import type { Allowed, AllowedUnit, BoundFile, DeclaredHash, FileRefusal } from '../../model/brands.ts'
import type { Decision, Reason } from '../../model/decision.ts'
import type { Unit } from '../../model/manifest.ts'
import { effectiveUnit } from '../../parse/manifest/inherit.ts'
import { mayPersist } from '../../select/units/may-persist.ts'
import { normalizePath } from '../../text/paths/paths.ts'
import type { Decider } from './decide-ref.ts'
import type { SameFiles, Sharer } from './same-file.ts'

type Shared = Pick<Allowed, 'withheld' | 'bound' | 'hashes'>

/**
 * Files of a pack, or of a unit's folder, that other granted entries name too: the strictest decision applies, so refused
 * files are withheld and obligations are kept with the file. Trust is decided by the grant of the holder. Hashes that others
 * declare hold for the single file of a unit as well; everything else about it was decided with the unit.
 */
export function sharedFiles(
  shared: SameFiles,
  { decideSharer }: Pick<Decider, 'decideSharer'>,
  now: Date,
): (holder: Named, folder?: AllowedUnit['folder']) => Shared {
  return (holder, folder) => {
    if (holder.unit && !folder) return sharedHashes(shared.sharersOf(holder) ?? [], holder.unit)
    const withheld = new Map<string, FileRefusal>()
    const bound = new Map<string, BoundFile>()
    const hashes = new Map<string, readonly DeclaredHash[]>()
    const pairs = folder ? shared.sharersBelow(holder, folder.files) : shared.sharersIn(holder.entry)
    for (const [path, sharer] of pairs) {
      const declared = hashOf(sharer)
      if (declared) hashes.set(path, [...(hashes.get(path) ?? []), declared])
      const decision = decideSharer(sharer, { action: 'read', activation: 'resolver-driven', now })
      const reasons = decision?.reasons.filter(({ gate }) => sharer.waits || gate !== 'trust') ?? []
      const refusal = reasons.find(({ verdict }) => verdict !== 'allow')
      if (refusal && sharer.waits) withheld.set(path, withheld.get(path) ?? waiting(refusal, sharer))
      else if (refusal) withheld.set(path, denied(refusal, sharer))
      else if (decision) bound.set(path, joined(bound.get(path), sharer, { ...decision, verdict: 'allow', reasons }))
    }
    return { withheld, bound, hashes }
  }
}

const alone: Shared = { withheld: new Map(), bound: new Map() }

function sharedHashes(sharers: readonly Sharer[], unit: Unit): Shared {
  const declared = sharers.flatMap((sharer) => (sharer.unit === unit ? [] : (hashOf(sharer) ?? [])))
  return declared.length === 0 ? alone : { ...alone, hashes: new Map([[normalizePath(unit.path), declared]]) }
}

/** A pattern covers files of which nobody knows how they were hashed together. */
function hashOf({ entry, unit, isFolder, isGuess, waits }: Sharer): DeclaredHash | undefined {
  if (!unit || waits || entry.document.kind !== 'manifest' || (isFolder && isGuess)) return undefined
  const hash = effectiveUnit(entry.document, unit).contentHash
  if (!hash) return undefined
  const folder = isFolder ? { folder: { root: entry.found.folder, path: normalizePath(unit.path) } } : {}
  // The unit itself may be one that the requester must not know of.
  return { ref: entry.ref, hash, ...folder }
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
