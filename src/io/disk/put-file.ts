import type { Writer } from '../../model/ports.ts'
import { limits } from '../../model/limits.ts'
import { diskFiles } from './disk-files.ts'
import { diskWriter } from './disk-writer.ts'
import { replaceFile } from './replace-file.ts'

/** Creates a file inside `root`, or replaces the one with that name. Nothing is written through a link. */
export const putFile: Writer['create'] = (root, path, bytes) => {
  const created = diskWriter.create(root, path, bytes)
  if (created.ok || created.trouble !== 'exists') return created
  const now = diskFiles.read(root, path, { limit: limits.contentBytes })
  if (!now.ok) return { ok: false, trouble: 'unwritable', detail: now.detail }
  if (Buffer.compare(now.bytes, bytes) === 0) return { ok: true }
  const replaced = replaceFile(root, path, { before: now.bytes, after: bytes })
  return replaced.ok ? replaced : { ok: false, trouble: 'unwritable', detail: replaced.detail }
}
