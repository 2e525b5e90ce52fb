import { strictest } from '../../govern/strictest.ts'
import type { Allowed } from '../../model/brands.ts'

/** An entry as it stands with some of its files: what the units that name them too oblige to holds here as well (DESIGN §7). */
export function withDuties<Entry extends Allowed>(entry: Entry, paths: readonly string[]): Entry {
  if (entry.kind !== 'pack' || entry.bound.size === 0) return entry
  const files = [...new Set(paths)].flatMap((path) => entry.bound.get(path) ?? [])
  if (files.length === 0) return entry
  const restrictions = [...new Set(files.flatMap((file) => file.restrictions))].sort()
  return { ...entry, decision: strictest(entry.decision, files.flatMap(({ decisions }) => decisions)), twins: { refs: files.flatMap(({ refs }) => refs), restrictions } }
}
