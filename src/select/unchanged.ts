import type { Allowed, AllowedUnit } from '../model/decisions/brands.ts'
import { limits } from '../model/limits.ts'
import { digest } from '../text/bytes/digest.ts'
import type { Pick } from './pick.ts'
import type { ReadCache } from './texts/read-cache.ts'
import type { Visit } from './packs/pack-texts.ts'

/**
 * Whether the files of a release, and those opened for it, are unchanged on disk; changed ones are dropped from the
 * cache.
 */
export function isUnchanged(
  picks: readonly Pick[],
  allowed: readonly Allowed[],
  cache: ReadCache,
  visit: Visit,
): boolean {
  let all = !cache.files.takeChanged()
  if (!all) cache.clearUnits()
  const byRef = new Map<string, Pick[]>()
  for (const pick of picks) byRef.set(pick.source.ref, [...(byRef.get(pick.source.ref) ?? []), pick])
  for (const entry of allowed) {
    const own = byRef.get(entry.ref)
    if (!own) continue
    const same =
      entry.kind === 'pack'
        ? cache.packs.stands(
            entry,
            own.map(({ source }) => source.path),
            visit,
          )
        : isUnitUnchanged(entry, own, cache, visit)
    all &&= same
  }
  return all
}

function isUnitUnchanged(entry: AllowedUnit, own: readonly Pick[], cache: ReadCache, { files }: Visit): boolean {
  const digestNow = (path: string): string => {
    const read = files.read(entry.root, path, { limit: limits.contentBytes })
    return read.ok ? digest(read.bytes) : ''
  }
  const released = new Map(own.map(({ source }) => [source.path, source.fileDigest]))
  const same = [...released].every(([path, fileDigest]) => digestNow(path) === fileDigest)
  if (!same) cache.clearUnits()
  return same
}
