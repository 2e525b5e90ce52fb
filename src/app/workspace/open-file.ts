import { formatOf } from '../../formats/format-of.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import type { WorkspaceFileKind, WorkspaceOmission } from '../../model/records/workspace.ts'
import { frontmatterLength } from '../../parse/pack/frontmatter.ts'
import { isRefusal, textIn } from '../../select/texts/text-in.ts'
import { digest } from '../../text/bytes/digest.ts'
import { maskedText } from './masked-text.ts'

export interface FoundFile {
  readonly path: string
  readonly kind: WorkspaceFileKind
}

export interface OpenedFile {
  /** Secrets are masked. */
  readonly text: string
  readonly bytes: number
  readonly digest: string
  /** Where the text begins after a frontmatter. */
  readonly from: number
}

/** The text of a file that the walk reached without links. */
export function openFile(
  files: Files,
  root: string,
  { path, kind }: FoundFile,
): OpenedFile | { readonly reason: WorkspaceOmission } {
  const limit = kind === 'pdf' ? limits.contentBytes : limits.workspaceFileBytes
  const read = files.read(root, path, { limit, reached: true })
  if (!read.ok) return { reason: read.trouble === 'too-large' ? 'too-large' : 'unreadable' }
  const bytes = kind === 'pdf' ? read.bytes : utf8Of(read.bytes)
  if (kind !== 'pdf' && bytes.includes(0)) return { reason: 'binary' }
  const format = formatOf(path)
  const utf8 = textIn(files, format, bytes)
  const isOther = isRefusal(utf8) && kind !== 'pdf' && isWestern(bytes)
  const lazy = isOther ? textIn(files, format, Buffer.from(new TextDecoder('windows-1252').decode(bytes))) : utf8
  if (isRefusal(lazy)) return { reason: kind === 'pdf' ? 'unreadable' : 'binary' }
  const { text } = lazy
  const from = format === 'markdown' && text.length === bytes.length ? (frontmatterLength(bytes) ?? 0) : 0
  // The frontmatter is masked by itself, so that the start of the text stays known.
  const head = maskedText(text.slice(0, from), { path, kind })
  return {
    text: `${head}${maskedText(text.slice(from), { path, kind })}`,
    bytes: read.bytes.length,
    digest: digest(read.bytes),
    from: head.length,
  }
}

/** Converts UTF-16 with a byte order mark, as editors and shells of Windows save it. */
function utf8Of(bytes: Uint8Array): Uint8Array {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)
  if (mark !== 0xfffe && mark !== 0xfeff) return bytes
  return Buffer.from(new TextDecoder(mark === 0xfffe ? 'utf-16le' : 'utf-16be').decode(bytes))
}

/** Maximum share of characters beyond ASCII: other scripts and binary files have more. */
const mostMarked = 0.2

/** Whether bytes can be Latin-1 or Windows-1252. */
function isWestern(bytes: Uint8Array): boolean {
  let marked = 0
  for (const byte of bytes) {
    if (byte < 32 ? byte < 9 || (byte > 13 && byte !== 27) : unassigned.has(byte)) return false
    if (byte > 127) marked += 1
  }
  return marked <= bytes.length * mostMarked
}

const unassigned: ReadonlySet<number> = new Set([0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d])
