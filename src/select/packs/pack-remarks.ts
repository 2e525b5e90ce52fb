import type { Files } from '../../model/ports.ts'
import { guideHasBoundaries, hasBoundaryTitle, mentionsBoundaries } from '../../parse/pack/persona-boundaries.ts'
import { runNotices, type Notice } from '../grounding/citations.ts'
import { newestRun } from './pack-records.ts'
import type { OpenPack } from './pack-texts.ts'

/** Cached for one read, because every composition of a reply needs them. */
const known = new WeakMap<OpenPack, readonly Notice[]>()

/** Notices for everyone who uses a pack, whatever is selected from it (AK adding support, steps 2 and 5). */
export function packRemarks(files: Files, pack: OpenPack): readonly Notice[] {
  const remarks = known.get(pack) ?? [
    ...unreviewed(pack),
    ...withoutBoundaries(pack),
    ...runNotices(pack.allowed.ref, [], newestRun(files, pack)),
  ]
  known.set(pack, remarks)
  return remarks
}

/** AK-357 */
function unreviewed({ allowed: { ref, entryFile, pack } }: OpenPack): readonly Notice[] {
  return pack.trust === 'unreviewed' ? [{ code: 'AK813', ref, path: entryFile, message: `${ref} is unreviewed.` }] : []
}

/** AK-085 */
function withoutBoundaries(opened: OpenPack): readonly Notice[] {
  const { ref, entryFile, pack } = opened.allowed
  if (pack.mode !== 'persona') return []
  const guide = opened.text(entryFile)?.text ?? ''
  const pages = opened.layers.flatMap(({ paths }) => paths)
  const isComplete =
    guideHasBoundaries(guide, pack.bodyStart) ||
    pages.some(mentionsBoundaries) ||
    pages.some((path) => hasBoundaryTitle(opened.source(path)?.text ?? ''))
  return isComplete
    ? []
    : [{ code: 'AK604', ref, path: entryFile, message: 'The boundaries of this persona are incomplete.' }]
}
