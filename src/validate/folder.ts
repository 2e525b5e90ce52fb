import { limits } from '../model/limits.ts'
import type { FileTrouble, Files, ReadFile } from '../model/ports.ts'
import { decodeUtf8 } from '../text/bytes/utf8.ts'
import { normalizePath, pathProblem } from '../text/paths/paths.ts'

/** The folder around a document, read at most once per file and never outside its root. */
export interface Folder {
  readonly root: string
  /** Every regular file below the root, sorted, with forward slashes. */
  readonly files: readonly string[]
  /** The walk stopped at a limit; `files` is incomplete. */
  readonly incomplete: boolean
  hasFolder(path: string): boolean
  hasFile(path: string): boolean
  /** Why a file could not be read, without reading it; `undefined` when it could. */
  trouble(path: string): FileTrouble | undefined
  /** Text of a file; `undefined` when it cannot be read or is not UTF-8. */
  text(path: string): string | undefined
  bytes(path: string): ReadFile
  /** Text of a file for content rules; `undefined` when it is binary or too large (see `unchecked`). */
  content(path: string): string | undefined
  /** Files that `content` skipped because they or the pack as a whole are too large. */
  readonly unchecked: readonly string[]
  /** Files that `content` skipped because they are text in another encoding than UTF-8. */
  readonly undecoded: readonly string[]
}

export function openFolder(files: Files, root: string): Folder {
  const { content, unchecked, undecoded } = contentReader(files, root)
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
    trouble(path) {
      if (pathProblem(path)) return 'outside'
      const read = files.read(root, normalizePath(path), { limit: limits.contentBytes, head: 0 })
      return read.ok ? undefined : read.trouble
    },
    text(path) {
      if (texts.has(path)) return texts.get(path)
      const read = bytes(path)
      const decoded = read.ok ? decodeUtf8(read.bytes) : undefined
      const text = decoded?.ok ? decoded.text : undefined
      texts.set(path, text)
      return text
    },
    bytes,
    content,
    unchecked,
    undecoded,
  }
}

/** The folder as it will be with these texts: rules look at what is about to be written. */
export function withTexts(folder: Folder, texts: ReadonlyMap<string, string>): Folder {
  const files = [...new Set([...folder.files, ...texts.keys()])].sort()
  return {
    ...folder,
    files,
    incomplete: folder.incomplete,
    hasFile: (path) => texts.has(path) || folder.hasFile(path),
    hasFolder: (path) => folder.hasFolder(path) || files.some((file) => file.startsWith(`${path}/`)),
    trouble: (path) => (texts.has(path) ? undefined : folder.trouble(path)),
    text: (path) => texts.get(path) ?? folder.text(path),
    content: (path) => texts.get(path) ?? folder.content(path),
    bytes(path) {
      const text = texts.get(path)
      return text === undefined ? folder.bytes(path) : { ok: true, bytes: new TextEncoder().encode(text), more: false }
    },
  }
}

/** A UTF-16 byte order mark means text, although zero bytes follow. */
function isBinary(bytes: Uint8Array): boolean {
  const [first, second] = bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return !isUtf16 && bytes.subarray(0, 8192).includes(0)
}

/** Caches texts, not bytes, and stops reading at `limits.checkedBytes`. */
function contentReader(files: Files, root: string): Pick<Folder, 'content' | 'unchecked' | 'undecoded'> {
  const texts = new Map<string, string | undefined>()
  const unchecked: string[] = []
  const undecoded: string[] = []
  let left: number = limits.checkedBytes
  const read = (path: string): string | undefined => {
    if (pathProblem(path)) return undefined
    const found =
      left > 0 ? files.read(root, normalizePath(path), { limit: Math.min(limits.checkedFileBytes, left) }) : undefined
    if (!found || (!found.ok && found.trouble === 'too-large')) unchecked.push(path)
    if (!found?.ok) return undefined
    left -= found.bytes.length
    if (isBinary(found.bytes)) return undefined
    const decoded = decodeUtf8(found.bytes)
    if (!decoded.ok) undecoded.push(path)
    return decoded.ok ? decoded.text : undefined
  }
  return {
    content(path) {
      if (!texts.has(path)) texts.set(path, read(path))
      return texts.get(path)
    },
    unchecked,
    undecoded,
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
      else if (
        entry.kind === 'folder' &&
        next.depth < limits.walkDepth &&
        entry.name !== '.git' &&
        entry.name !== 'node_modules'
      )
        pending.push({ path, depth: next.depth + 1 })
      else if (entry.kind === 'folder') incomplete = true
      if (found.length > limits.packFiles) return { files: found.slice(0, limits.packFiles).sort(), incomplete: true }
    }
  }
  return { files: found.sort(), incomplete }
}
