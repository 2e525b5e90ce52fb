import { limits } from '../model/limits.ts'
import type { Files, ReadFile } from '../model/ports.ts'
import { frontmatterLength, startsWithFence } from '../parse/pack/frontmatter.ts'

/** Most frontmatter is shorter than this. */
const usualLength = 4096

/** The bytes of the frontmatter and no more; at most `limits.frontmatterBytes` if it is not closed. */
export function readHead(files: Files, folder: string, reached: boolean): ReadFile {
  const readStart = (head: number): ReadFile =>
    files.read(folder, 'KNOWLEDGE.md', { limit: limits.contentBytes, head, reached })
  const start = readStart(usualLength)
  const length = lengthIn(start)
  // A file that does not begin like a pack is only a note.
  if (!start.ok || !start.more || length !== undefined || !startsWithFence(start.bytes)) return cut(start, length)
  const longer = readStart(limits.frontmatterBytes)
  return cut(longer, lengthIn(longer))
}

const lengthIn = (read: ReadFile): number | undefined => (read.ok ? frontmatterLength(read.bytes) : undefined)

const cut = (read: ReadFile, length: number | undefined): ReadFile =>
  read.ok && length
    ? { ok: true, bytes: read.bytes.subarray(0, length), more: read.more || length < read.bytes.length }
    : read
