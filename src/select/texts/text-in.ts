import { formatOf } from '../../formats/format-of.ts'
import type { TextFormat } from '../../formats/structure.ts'
import type { Allowed, FileRefusal } from '../../model/decisions/brands.ts'
import type { Files } from '../../model/ports.ts'
import { lazyText, type LazyText } from '../../text/bytes/utf8.ts'

/**
 * The format of a file of an entry. A format that a unit declares applies to its own file, not to its manifest or the
 * files of its folder.
 */
export function formatIn(allowed: Allowed, path: string): TextFormat | undefined {
  if (allowed.kind === 'pack' || allowed.folder || path !== allowed.path) return formatOf(path)
  return formatOf(path, allowed.unit.format?.value ?? allowed.unit.contentType?.value)
}

/** The text of a file from its bytes, or why it has none. */
export function textIn(files: Files, format: TextFormat | undefined, bytes: Uint8Array): LazyText | FileRefusal {
  if (format !== 'pdf') return lazyText(bytes) ?? { reason: 'unreadable', detail: 'The file is not UTF-8.' }
  const read = files.pdfText?.(bytes)
  if (!read) return noPdf
  if (!read.ok) return { reason: 'unreadable', detail: read.detail }
  return { head: read.text.slice(0, headLength), text: read.text }
}

const headLength = 8_192

/** Without a PDF reader, PDFs are not even opened. */
export const noPdf: FileRefusal = { reason: 'not-text', detail: 'It is pdf, which is not text.' }

export const isRefusal = (read: LazyText | FileRefusal): read is FileRefusal => 'reason' in read
