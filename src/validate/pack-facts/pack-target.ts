import { folderOf, joinPath, normalizePath, pathProblem } from '../../text/paths/paths.ts'
import type { Folder } from '../folder.ts'

/** What a path written in a file of the pack points at. */
export type Target =
  | { readonly kind: 'file' | 'folder'; readonly path: string }
  | { readonly kind: 'missing' }
  /** It leaves the pack and is never opened. */
  | { readonly kind: 'outside' }
  /** A web address; nothing is looked up. */
  | { readonly kind: 'remote' }

const known = new WeakMap<Folder, ReadonlySet<string>>()

function filesOf(folder: Folder): ReadonlySet<string> {
  const files = known.get(folder) ?? new Set(folder.files)
  known.set(folder, files)
  return files
}

const targets = new WeakMap<Folder, Map<string, Target>>()

/** Paths are relative to the pack; with `from`, to the folder of that file where the pack has none such. */
export function findTarget(folder: Folder, written: string, from?: string): Target {
  const found = targets.get(folder) ?? new Map<string, Target>()
  targets.set(folder, found)
  const key = `${from === undefined ? '' : folderOf(from)}\0${written}`
  const target = found.get(key) ?? lookUp(folder, written, from)
  found.set(key, target)
  return target
}

function lookUp(folder: Folder, written: string, from: string | undefined): Target {
  if (/^[a-z][a-z0-9+.-]{1,20}:\/\//i.test(written)) return { kind: 'remote' }
  if (written.trim() === '') return { kind: 'missing' }
  const nearby = from === undefined ? undefined : relativeTo(folderOf(from), written)
  const candidates = [written, nearby]
    .filter((path): path is string => path !== undefined && pathProblem(path) === undefined)
    .map(normalizePath)
  if (candidates.length === 0) return { kind: 'outside' }
  const listed = candidates.find((path) => filesOf(folder).has(path))
  if (listed !== undefined) return { kind: 'file', path: listed }
  for (const path of candidates) {
    if (folder.hasFolder(path)) return { kind: 'folder', path }
    // Exists but is not listed: a link. Whether it stays inside is known only when it is opened.
    if (folder.hasFile(path)) return linkTarget(folder, path)
  }
  return { kind: 'missing' }
}

function linkTarget(folder: Folder, path: string): Target {
  const read = folder.bytes(path)
  return !read.ok && read.trouble === 'outside' ? { kind: 'outside' } : { kind: 'file', path }
}

/** `undefined` when the path leaves the pack from there. */
function relativeTo(base: string, written: string): string | undefined {
  if (/^[/\\]|^[a-z]:/i.test(written) || pathProblem(`${base}/${written}`)) return undefined
  return joinPath(base, written)
}
