import type { EntryFile, Scope, ScannedRoot } from '../model/catalog.ts'
import { limits } from '../model/limits.ts'
import type { Files } from '../model/ports.ts'
import { frontmatterLength } from '../parse/frontmatter.ts'
import { parsePack } from '../parse/pack.ts'

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
 * looked into although they are hidden; other dot folders are not. A pack is a leaf: nothing inside it is another pack
 * (AK-030); what only looks like one hides nothing (AK-031).
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
    // A folder named knowledge.yaml is listed too: that it is no file is worth a diagnostic.
    const declares = listed.some((entry) => entry.name === 'knowledge.yaml')
    const fenced = names.has('KNOWLEDGE.md') && startsWithFence(files, folder)
    if (fenced) entries.push({ format: 'pack', folder, file: 'KNOWLEDGE.md', scope, path: inside('KNOWLEDGE.md') })
    else if (names.has('KNOWLEDGE.md')) notes.push(inside('KNOWLEDGE.md'))
    if (declares) entries.push({ format: 'manifest', folder, file: 'knowledge.yaml', scope, path: inside('knowledge.yaml') })
    if (fenced && isUsable(files, folder)) continue
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
  const read = readStart(files, folder, 8)
  return !read.ok || frontmatterLength(read.bytes) !== 0
}

function isUsable(files: Files, folder: string): boolean {
  const read = readHead(files, folder)
  return !read.ok || parsePack(read.bytes).pack !== undefined
}

/** The bytes of the frontmatter and no more; at most `limits.frontmatterBytes` when its fence does not close. */
export function readHead(files: Files, folder: string): ReturnType<Files['read']> {
  const start = readStart(files, folder, 4096)
  const tooShort = start.ok && start.more && frontmatterLength(start.bytes) === undefined
  const read = tooShort ? readStart(files, folder, limits.frontmatterBytes) : start
  const length = read.ok ? frontmatterLength(read.bytes) : undefined
  return read.ok && length ? { ok: true, bytes: read.bytes.subarray(0, length), more: read.more || length < read.bytes.length } : read
}

const readStart = (files: Files, folder: string, head: number): ReturnType<Files['read']> =>
  files.read(folder, 'KNOWLEDGE.md', { limit: limits.contentBytes, head })
