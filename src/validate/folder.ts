import { limits } from '../model/limits.ts'
import type { Files, ReadFile } from '../model/ports.ts'
import { decodeUtf8 } from '../text/utf8.ts'
import { normalizePath, pathProblem } from '../text/paths.ts'

/** The folder around a document, read at most once per file and never outside its root. */
export interface Folder {
  readonly root: string
  /** Every regular file below the root, sorted, with forward slashes. */
  readonly files: readonly string[]
  /** The walk stopped at a limit; `files` is incomplete. */
  readonly incomplete: boolean
  hasFolder(path: string): boolean
  hasFile(path: string): boolean
  /** Text of a file; `undefined` when it cannot be read or is not UTF-8. */
  text(path: string): string | undefined
  bytes(path: string): ReadFile
}

export function openFolder(files: Files, root: string): Folder {
  let walked: { readonly files: readonly string[]; readonly incomplete: boolean } | undefined
  const walk = (): NonNullable<typeof walked> => (walked ??= walkFolder(files, root))
  const reads = new Map<string, ReadFile>()
  const texts = new Map<string, string | undefined>()
  const bytes = (path: string): ReadFile => {
    const known = reads.get(path)
    if (known) return known
    const read = pathProblem(path)
      ? { ok: false as const, trouble: 'outside' as const, detail: 'The path leaves its root folder.' }
      : files.read(root, normalizePath(path), { limit: limits.documentBytes })
    reads.set(path, read)
    return read
  }
  return {
    root,
    get files() {
      return walk().files
    },
    get incomplete() {
      return walk().incomplete
    },
    hasFolder: (path) => !pathProblem(path) && files.kindOf(`${root}/${normalizePath(path)}`) === 'folder',
    hasFile: (path) => !pathProblem(path) && files.kindOf(`${root}/${normalizePath(path)}`) === 'file',
    text(path) {
      if (texts.has(path)) return texts.get(path)
      const read = bytes(path)
      const decoded = read.ok ? decodeUtf8(read.bytes) : undefined
      const text = decoded?.ok ? decoded.text : undefined
      texts.set(path, text)
      return text
    },
    bytes,
  }
}

/** Links are not followed, so loops cannot occur. */
function walkFolder(files: Files, root: string): { readonly files: readonly string[]; readonly incomplete: boolean } {
  const found: string[] = []
  let incomplete = false
  const pending: { readonly path: string; readonly depth: number }[] = [{ path: '', depth: 0 }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const entry of files.list(next.path === '' ? root : `${root}/${next.path}`) ?? []) {
      const path = next.path === '' ? entry.name : `${next.path}/${entry.name}`
      if (entry.kind === 'file') found.push(path)
      else if (entry.kind === 'folder' && next.depth < limits.walkDepth && entry.name !== '.git' && entry.name !== 'node_modules') pending.push({ path, depth: next.depth + 1 })
      else if (entry.kind === 'folder') incomplete = true
      if (found.length > limits.packFiles) return { files: found.slice(0, limits.packFiles).sort(), incomplete: true }
    }
  }
  return { files: found.sort(), incomplete }
}
