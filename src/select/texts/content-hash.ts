import type { Allowed, DeclaredHash } from '../../model/decisions/brands.ts'
import type { ContentHash } from '../../model/documents/effective.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import type { Omission } from '../../model/reading/read.ts'
import { folderHashOf, hashOf } from '../../text/bytes/digest.ts'

type Why = Pick<Omission, 'reason' | 'code' | 'detail'>

/** The entry file and those of the manifests that it includes: editing an included one edits the entry (KCP §3.11). */
export const headFiles = (allowed: Allowed): readonly string[] =>
  allowed.kind === 'unit' && allowed.manifest.includes
    ? [allowed.entryFile, ...allowed.manifest.includes.map(({ path }) => path)]
    : [allowed.entryFile]

/**
 * Why the bytes of a file may not be released: they do not match a hash that its unit, or another unit of the same
 * file, declares (KCP §4.21). `undefined` if they match, or no hash is declared.
 */
export function hashMismatch(files: Files, allowed: Allowed, path: string, bytes: Uint8Array): Why | undefined {
  if (allowed.kind === 'unit' && headFiles(allowed).includes(path)) return undefined
  const unsigned = notAsSigned(allowed, path, bytes)
  if (unsigned) return unsigned
  for (const { ref, hash, folder } of declaredFor(allowed, path)) {
    const own = hashOf(bytes, hash.algorithm)
    const by = ref === allowed.ref ? 'Its content_hash' : `The content_hash of ${ref}, which names this file too,`
    if (!folder && own !== hash.value) return mismatch(by, hash, own)
    if (!folder) continue
    const whole = folderHash(files, allowed, folder, hash.algorithm)
    if (whole.value !== hash.value) return mismatch(by, hash, whole.value)
    // The file may have been replaced after its folder was hashed.
    if (!whole.files.has(own)) return mismatch(by, { ...hash, value: 'nothing' }, own)
  }
  return undefined
}

/** A signed pack consists of the files on its list: other files, and other editions of them, are not part of it. */
function notAsSigned({ kind, signature }: Allowed, path: string, bytes: Uint8Array): Why | undefined {
  if (kind !== 'pack' || !signature?.files) return undefined
  const signed = Object.hasOwn(signature.files, path) ? signature.files[path] : undefined
  if (signed === hashOf(bytes, 'sha256')) return undefined
  const detail =
    signed === undefined
      ? 'The signature of the pack does not cover this file.'
      : 'The signature of the pack covers another edition of this file.'
  return { reason: 'refused', code: hashMismatched, detail }
}

/** Its own first. */
export function declaredFor(allowed: Allowed, path: string): readonly DeclaredHash[] {
  const others = allowed.hashes?.get(path) ?? []
  const hash = allowed.kind === 'unit' ? allowed.unit.contentHash : undefined
  if (!hash || allowed.kind !== 'unit') return others
  const folder = allowed.folder ? { folder: { root: allowed.root, path: allowed.path } } : {}
  return [{ ref: allowed.ref, hash, ...folder }, ...others]
}

/** Code of an omission. */
export const hashMismatched = 'hash-mismatch'

const mismatch = (by: string, { algorithm, value }: ContentHash, found: string): Why => ({
  reason: 'refused',
  code: hashMismatched,
  detail: `${by} declares the ${algorithm} "${value}", but the content has "${found}".`,
})

interface FolderHash {
  readonly value: string
  /** Hashes of its files. */
  readonly files: ReadonlySet<string>
}

/** Cached for one call: Allowed values are created anew for each. */
const known = new WeakMap<Allowed, Map<string, FolderHash>>()

/** KCP §4.21.1: every regular file below it, no links. */
function folderHash(
  files: Files,
  allowed: Allowed,
  { root, path: folder }: NonNullable<DeclaredHash['folder']>,
  algorithm: ContentHash['algorithm'],
): FolderHash {
  const key = [algorithm, root, folder].join('\n')
  const kept = known.get(allowed) ?? new Map<string, FolderHash>()
  known.set(allowed, kept)
  const before = kept.get(key)
  if (before) return before
  const made = hashFolder(files, { root, path: folder }, algorithm)
  kept.set(key, made)
  return made
}

export function hashFolder(
  files: Files,
  { root, path: folder }: NonNullable<DeclaredHash['folder']>,
  algorithm: ContentHash['algorithm'],
): FolderHash {
  const prefix = folder === '' ? 0 : folder.length + 1
  const lines = filesIn(files, root, folder).map((path) => {
    const read = files.read(root, path, { limit: limits.contentBytes })
    return { path: path.slice(prefix), value: read.ok ? hashOf(read.bytes, algorithm) : `unreadable: ${read.trouble}` }
  })
  return { value: folderHashOf(lines, algorithm), files: new Set(lines.map(({ value }) => value)) }
}

export function filesIn(files: Files, root: string, folder: string): readonly string[] {
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
