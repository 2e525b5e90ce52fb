import type { Allowed, AllowedUnit } from '../../model/brands.ts'
import type { ContentHash } from '../../model/effective.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import type { Omission } from '../../model/read.ts'
import { hashOf } from '../../text/digest.ts'

type Why = Pick<Omission, 'reason' | 'code' | 'detail'>

/** Why bytes of a unit may not be released: they are not those of the declared hash (KCP §4.21). `undefined` where they are, or none is declared. */
export function hashMismatch(files: Files, allowed: Allowed, path: string, bytes: Uint8Array): Why | undefined {
  const declared = allowed.kind === 'unit' && path !== allowed.entryFile ? allowed.unit.contentHash : undefined
  if (!declared || allowed.kind !== 'unit') return undefined
  const own = hashOf(bytes, declared.algorithm)
  if (!allowed.folder) return own === declared.value ? undefined : mismatch(declared, own)
  const folder = folderHash(files, allowed, declared.algorithm)
  if (folder.value !== declared.value) return mismatch(declared, folder.value)
  // The file may have been exchanged after its folder was hashed.
  const listed = folder.files.get(path) ?? 'nothing'
  return own === listed ? undefined : mismatch({ ...declared, value: listed }, own)
}

/** Code of an omission. */
export const hashMismatched = 'hash-mismatch'

const mismatch = ({ algorithm, value }: ContentHash, found: string): Why => ({
  reason: 'refused',
  code: hashMismatched,
  detail: `Its content_hash declares the ${algorithm} "${value}", but the content has "${found}".`,
})

interface FolderHash {
  readonly value: string
  /** By path below the root of the entry. */
  readonly files: ReadonlyMap<string, string>
}

/** For one call: what is Allowed is made anew for each. */
const known = new WeakMap<AllowedUnit, FolderHash>()

/** KCP §4.21.1: every regular file below, no links: path below the folder, NUL, hex digest, LF; sorted by bytes. */
function folderHash(files: Files, allowed: AllowedUnit, algorithm: ContentHash['algorithm']): FolderHash {
  const before = known.get(allowed)
  if (before) return before
  const { root, path: folder } = allowed
  const found = new Map<string, string>()
  for (const path of filesIn(files, root, folder)) {
    const read = files.read(root, path, { limit: limits.contentBytes })
    found.set(path, read.ok ? hashOf(read.bytes, algorithm) : `unreadable: ${read.trouble}`)
  }
  const prefix = folder === '' ? 0 : folder.length + 1
  const lines = [...found].map(([path, value]) => Buffer.from(`${path.slice(prefix)}\0${value}\n`))
  const made = { value: hashOf(Buffer.concat(lines.sort(Buffer.compare)), algorithm), files: found }
  known.set(allowed, made)
  return made
}

function filesIn(files: Files, root: string, folder: string): readonly string[] {
  const found: string[] = []
  const pending = [{ path: folder, depth: 0 }]
  for (let next = pending.pop(); next && found.length <= limits.packFiles; next = pending.pop()) {
    for (const { name, kind } of files.list(next.path === '' ? root : `${root}/${next.path}`) ?? []) {
      const path = next.path === '' ? name : `${next.path}/${name}`
      if (kind === 'file') found.push(path)
      else if (kind === 'folder' && next.depth < limits.depth) pending.push({ path, depth: next.depth + 1 })
    }
  }
  return found
}
