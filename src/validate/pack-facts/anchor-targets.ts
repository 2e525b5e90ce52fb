import { anchorTarget, type AnchorTarget, type Resolution } from '../../text/facts/anchor-target.ts'
import type { Anchor } from '../../text/facts/anchors.ts'
import type { Folder } from '../folder.ts'

const targets = new WeakMap<Folder, Map<string, AnchorTarget | undefined>>()

/** Looks an anchor up in a file of the pack; files that are not text cannot be verified. */
export function resolveIn(folder: Folder, path: string, anchor: Anchor): Resolution {
  const known = targets.get(folder) ?? new Map<string, AnchorTarget | undefined>()
  targets.set(folder, known)
  if (!known.has(path)) {
    const text = folder.content(path)
    known.set(path, text === undefined ? undefined : anchorTarget(text, path))
  }
  return known.get(path)?.resolve(anchor) ?? { kind: 'unverifiable' }
}
