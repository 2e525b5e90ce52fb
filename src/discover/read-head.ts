import { limits } from '../model/limits.ts'
import type { Files, ReadFile } from '../model/ports.ts'
import { frontmatterLength } from '../parse/frontmatter.ts'

/** Most frontmatter is shorter than this. */
const usualLength = 4096

/** The bytes of the frontmatter and no more; at most `limits.frontmatterBytes` when its fence does not close. */
export function readHead(files: Files, folder: string): ReadFile {
  const start = readStart(files, folder, usualLength)
  const isTooShort = start.ok && start.more && frontmatterLength(start.bytes) === undefined
  const read = isTooShort ? readStart(files, folder, limits.frontmatterBytes) : start
  const length = read.ok ? frontmatterLength(read.bytes) : undefined
  return read.ok && length ? { ok: true, bytes: read.bytes.subarray(0, length), more: read.more || length < read.bytes.length } : read
}

const readStart = (files: Files, folder: string, head: number): ReadFile => files.read(folder, 'KNOWLEDGE.md', { limit: limits.contentBytes, head })
