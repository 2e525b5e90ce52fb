import type { Allowed, AllowedUnit } from '../model/brands.ts'
import { limits } from '../model/limits.ts'
import { digest } from '../text/digest.ts'
import type { Pick } from './pick.ts'
import type { ReadingRoom } from './reading-room.ts'
import type { Visit } from './shelf.ts'

/** Whether all that is about to be released still stands on the disk as it was read; what does not is forgotten. */
export function everyStands(picks: readonly Pick[], allowed: readonly Allowed[], room: ReadingRoom, visit: Visit): boolean {
  let all = true
  for (const entry of allowed) {
    const own = picks.filter(({ source }) => source.ref === entry.ref)
    if (own.length === 0) continue
    const stands = entry.kind === 'pack' ? room.shelf.stands(entry, own.map(({ source }) => source.path), visit) : unitStands(entry, own, room, visit)
    all &&= stands
  }
  return all
}

function unitStands(entry: AllowedUnit, own: readonly Pick[], room: ReadingRoom, { files }: Visit): boolean {
  const read = files.read(entry.root, entry.path, { limit: limits.contentBytes })
  const now = read.ok ? digest(read.bytes) : ''
  const stands = own.every(({ source }) => source.fileDigest === now)
  if (!stands) room.units.clear()
  return stands
}
