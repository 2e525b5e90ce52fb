import type { NamedEntry } from '../../catalog/refs.ts'
import type { Allowed, AllowedUnit, BoundFile, DeclaredHash, FileRefusal } from '../../model/decisions/brands.ts'
import type { Decision, Reason } from '../../model/decisions/decision.ts'
import type { Unit } from '../../model/documents/manifest.ts'
import { effectiveUnit } from '../../parse/manifest/inherit.ts'
import { mayPersist } from '../../select/units/may-persist.ts'
import { normalizePath } from '../../text/paths/paths.ts'
import { circumstancesAt, type Decider } from './decide-ref.ts'
import type { Moment } from './decision-cache.ts'
import type { SameFiles, Sharer } from './same-file.ts'

type Shared = Pick<Allowed, 'withheld' | 'bound' | 'hashes'>

/**
 * Files of a pack, or of a unit's folder, that other granted entries name too. The strictest decision applies: refused
 * files are withheld, and obligations stay with the file. Trust depends on the grant of the holder. For the single file
 * of a unit, only hashes that others declare are added; everything else was decided with the unit.
 */
export function sharedFiles(
  shared: SameFiles,
  { decideSharer }: Pick<Decider, 'decideSharer'>,
  moment: Moment,
): (holder: NamedEntry, folder?: AllowedUnit['folder']) => Shared {
  return (holder, folder) => {
    if (holder.unit && !folder) return sharedHashes(shared.sharersOf(holder) ?? [], holder.unit)
    const withheld = new Map<string, FileRefusal>()
    const bound = new Map<string, BoundFile>()
    const hashes = new Map<string, readonly DeclaredHash[]>()
    const known = new Map<readonly Sharer[], Together>()
    for (const [path, sharers] of folder ? shared.sharersBelow(holder, folder.files) : shared.sharersIn(holder.entry)) {
      const together = known.get(sharers) ?? decideTogether(sharers, decideSharer, moment)
      known.set(sharers, together)
      if (together.hashes.length > 0) hashes.set(path, together.hashes)
      if (together.refusal) withheld.set(path, together.refusal)
      if (together.bound) bound.set(path, together.bound)
    }
    return { withheld, bound, hashes }
  }
}

/** What the entries that cover a file declare about it. */
interface Together {
  readonly hashes: readonly DeclaredHash[]
  readonly refusal?: FileRefusal
  readonly bound?: BoundFile
}

function decideTogether(sharers: readonly Sharer[], decideSharer: Decider['decideSharer'], moment: Moment): Together {
  let refusal: FileRefusal | undefined
  const open: { readonly sharer: Sharer; readonly decision: Decision }[] = []
  for (const sharer of sharers) {
    const decision = decideSharer(sharer, circumstancesAt(moment, 'resolver-driven'))
    const reasons = decision?.reasons.filter(({ gate }) => sharer.waits || gate !== 'trust') ?? []
    const refused = reasons.find(({ verdict }) => verdict !== 'allow')
    if (refused) refusal = sharer.waits ? (refusal ?? waiting(refused, sharer)) : denied(refused, sharer)
    else if (decision) open.push({ sharer, decision: { ...decision, verdict: 'allow', reasons } })
  }
  return {
    hashes: sharers.flatMap((sharer) => hashOf(sharer) ?? []),
    ...(refusal ? { refusal } : {}),
    ...(open.length > 0 ? { bound: joined(open) } : {}),
  }
}

const alone: Shared = { withheld: new Map(), bound: new Map() }

function sharedHashes(sharers: readonly Sharer[], unit: Unit): Shared {
  const declared = sharers.flatMap((sharer) => (sharer.unit === unit ? [] : (hashOf(sharer) ?? [])))
  return declared.length === 0 ? alone : { ...alone, hashes: new Map([[normalizePath(unit.path), declared]]) }
}

/** A hash over the files of a pattern is not used: it is unknown how they were hashed together. */
function hashOf({ entry, unit, isFolder, isGuess, waits }: Sharer): DeclaredHash | undefined {
  if (!unit || waits || entry.document.kind !== 'manifest' || (isFolder && isGuess)) return undefined
  const hash = effectiveUnit(entry.document, unit).contentHash
  if (!hash) return undefined
  const folder = isFolder ? { folder: { root: entry.found.folder, path: normalizePath(unit.path) } } : {}
  // The ref of the entry, because the requester may not be allowed to know of the unit.
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

function joined(open: readonly { readonly sharer: Sharer; readonly decision: Decision }[]): BoundFile {
  const effective = open.map(({ sharer: { entry, unit } }) =>
    unit && entry.document.kind === 'manifest' ? effectiveUnit(entry.document, unit) : undefined,
  )
  return {
    refs: open.map(({ sharer }) => sharer.ref),
    decisions: open.map(({ decision }) => decision),
    restrictions: [...new Set(effective.flatMap((unit) => unit?.compliance.restrictions?.value ?? []))],
    persist: effective.every((unit) => unit !== undefined && mayPersist(unit)),
  }
}
