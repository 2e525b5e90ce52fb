import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'

/**
 * The regular files of one folder of a pack, sorted, relative to the pack. Nothing is opened and no link is followed.
 */
export function filesBelow(files: Files, root: string, folder: string): readonly string[] {
  if (!isInside(files, root, folder)) return []
  const found: string[] = []
  const pending = [{ path: folder, depth: 0 }]
  for (let next = pending.pop(); next && found.length < limits.packFiles; next = pending.pop()) {
    for (const entry of files.list(`${root}/${next.path}`) ?? []) {
      const path = `${next.path}/${entry.name}`
      if (entry.kind === 'folder' && next.depth < limits.walkDepth) pending.push({ path, depth: next.depth + 1 })
      else if (entry.kind === 'file') found.push(path)
    }
  }
  return found.sort()
}

/** A folder outside the pack counts as empty; not even its names are listed (AK-313). */
function isInside(files: Files, root: string, folder: string): boolean {
  const place = `${root}/${folder}`
  if (files.kindOf(place) !== 'folder') return false
  const real = files.realPath(place)
  if (real === undefined || real === place) return real !== undefined
  const home = files.realPath(root)
  return home !== undefined && real.startsWith(home) && /^[\\/]/.test(real.slice(home.length))
}
