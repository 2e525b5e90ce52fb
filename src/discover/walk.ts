import type { EntryFile, Scope, ScannedRoot } from '../model/catalog.ts'
import { limits } from '../model/limits.ts'
import type { Files } from '../model/ports.ts'
import { frontmatterLength } from '../parse/frontmatter.ts'

/** Folders that hold other people's code, build output or caches (AK discovery). */
const skipped = new Set(['node_modules', 'dist', 'build', 'out', 'target', 'vendor', 'coverage', 'indexes', '__pycache__', 'venv'])

export interface Walked {
  readonly entries: readonly EntryFile[]
  /** Notes named KNOWLEDGE.md that have no frontmatter; relative to the root. */
  readonly notes: readonly string[]
  readonly root: ScannedRoot
  /** The walk stopped at a limit. */
  readonly incomplete: boolean
}

/**
 * Finds entry files below one root. A root is a workspace: its `.agents/knowledge/` and `.lorefence/knowledge/` are
 * looked into although they are hidden; other dot folders are not. A pack is a leaf: nothing inside it is another pack.
 */
export function walkRoot(files: Files, path: string, scope: Scope): Walked {
  const entries: EntryFile[] = []
  const notes: string[] = []
  let folders = 0
  let skips = 0
  let incomplete = false
  const hidden = ['.agents/knowledge', '.lorefence/knowledge'].filter((folder) => files.kindOf(`${path}/${folder}`) === 'folder')
  const pending = [{ path: '', depth: 0 }, ...hidden.map((folder) => ({ path: folder, depth: 1 }))].reverse()
  for (let next = pending.pop(); next; next = pending.pop()) {
    folders += 1
    if (folders > limits.walkFolders) {
      incomplete = true
      break
    }
    const folder = next.path === '' ? path : `${path}/${next.path}`
    const listed = files.list(folder) ?? []
    const inside = (name: string): string => (next.path === '' ? name : `${next.path}/${name}`)
    const names = new Set(listed.filter((entry) => entry.kind !== 'folder').map((entry) => entry.name))
    if (names.has('KNOWLEDGE.md')) {
      if (startsWithFence(files, folder)) {
        entries.push({ format: 'pack', folder, file: 'KNOWLEDGE.md', scope, path: inside('KNOWLEDGE.md') })
        continue
      }
      notes.push(inside('KNOWLEDGE.md'))
    }
    if (names.has('knowledge.yaml')) entries.push({ format: 'manifest', folder, file: 'knowledge.yaml', scope, path: inside('knowledge.yaml') })
    const below = listed.filter((entry) => entry.kind === 'folder')
    for (const entry of below.reverse()) {
      if (entry.name.startsWith('.') || skipped.has(entry.name)) skips += 1
      else if (next.depth + 1 > limits.walkDepth) incomplete = true
      else pending.push({ path: inside(entry.name), depth: next.depth + 1 })
    }
  }
  const count = (format: EntryFile['format']): number => entries.filter((entry) => entry.format === format).length
  const root = { path, scope, exists: files.kindOf(path) === 'folder', packs: count('pack'), manifests: count('manifest'), skipped: skips }
  return { entries, notes, root, incomplete }
}

/** A file that cannot be opened counts as a pack, so that the trouble is reported and not passed over. */
function startsWithFence(files: Files, folder: string): boolean {
  const read = files.read(folder, 'KNOWLEDGE.md', { limit: limits.contentBytes, head: 8 })
  return !read.ok || frontmatterLength(read.bytes) !== 0
}

/** The bytes of the frontmatter and no more; the whole file when the fence does not close. */
export function readHead(files: Files, folder: string): ReturnType<Files['read']> {
  for (const head of [4096, limits.frontmatterBytes]) {
    const read = files.read(folder, 'KNOWLEDGE.md', { limit: limits.contentBytes, head })
    if (!read.ok) return read
    const length = frontmatterLength(read.bytes)
    if (length !== undefined && length > 0) return { ...read, bytes: read.bytes.subarray(0, length), more: true }
    if (length === 0 || !read.more || head === limits.frontmatterBytes) return read
  }
  return { ok: false, trouble: 'unreadable', detail: 'The frontmatter cannot be read.' }
}
