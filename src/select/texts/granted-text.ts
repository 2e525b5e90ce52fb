import type { Allowed, FileRefusal } from '../../model/decisions/brands.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import type { Omission } from '../../model/reading/read.ts'
import { digest } from '../../text/bytes/digest.ts'
import { hashMismatch, headFiles } from './content-hash.ts'
import type { LazyText } from '../../text/bytes/utf8.ts'
import { formatIn, isRefusal, noPdf, textIn } from './text-in.ts'

export interface GrantedText extends LazyText {
  readonly bytes: Uint8Array
  readonly fileDigest: string
}

/** Reads a file once, hashes the bytes, and returns the same bytes only if they are granted. */
export function grantedText(
  files: Files,
  allowed: Allowed,
  path: string,
  omitted: Omission[],
): GrantedText | undefined {
  const read = grantedWithin(files, allowed, path, limits.contentBytes)
  if ('fileDigest' in read) return read
  omitted.push(read.omitted)
  return undefined
}

interface NotRead {
  readonly omitted: Omission
  /** The file exceeds the limit. */
  readonly isTooLarge: boolean
}

/** The same for a file of at most `most` bytes. */
export function grantedWithin(files: Files, allowed: Allowed, path: string, most: number): GrantedText | NotRead {
  const refuse = (why: FileRefusal, isTooLarge = false): NotRead => ({
    omitted: { ref: allowed.ref, path, ...why },
    isTooLarge,
  })
  const refusal = refusalOf(files, allowed, path)
  if (refusal !== undefined) return refuse(refusal)
  const format = formatIn(allowed, path)
  if (format === 'pdf' && !files.pdfText) return refuse(noPdf)
  const read = files.read(allowed.root, path, { limit: most })
  if (!read.ok) return refuse({ reason: 'unreadable', detail: read.detail }, read.trouble === 'too-large')
  const fileDigest = digest(read.bytes)
  const isChanged = allowed.granted !== undefined && allowed.granted.get(path) !== fileDigest
  if (isChanged) return refuse(headFiles(allowed).includes(path) ? stale : changedFile)
  const mismatch = hashMismatch(files, allowed, path, read.bytes)
  if (mismatch) return refuse(mismatch)
  // Last, so that the PDF reader sees only granted bytes.
  const decoded = textIn(files, format, read.bytes)
  if (isRefusal(decoded)) return refuse(decoded)
  return Object.assign(decoded, { bytes: read.bytes, fileDigest })
}

/** A refusal applies to every alias of the file. */
function refusalOf(files: Files, { withheld, root }: Allowed, path: string): FileRefusal | undefined {
  return withheld.size === 0 ? undefined : (withheld.get(path) ?? withheld.get(ownPath(files, root, path)))
}

export const changedFile: FileRefusal = {
  reason: 'changed',
  detail: 'The file is new or has changed since it was granted.',
}
/** The sentence of the trust gate for a changed entry. */
const stale: FileRefusal = {
  reason: 'changed',
  code: 'approval-stale',
  detail:
    'The entry file has changed since it was granted. ' +
    'A person can review it and run "lorefence trust" on its folder again.',
}

/**
 * Whether the entry file has the granted bytes. A changed one closes the whole entry, so it is checked first (AK-118).
 */
export function isEntryFileUnchanged(files: Files, allowed: Allowed, omitted: Omission[]): boolean {
  if (!allowed.granted) return true
  return headFiles(allowed).every((path) => grantedText(files, allowed, path, omitted) !== undefined)
}

/**
 * The path of a file below a root as spelled on disk, whatever links and spellings were used: files are granted and
 * withheld by this path. Unchanged if the file does not exist or is outside.
 */
export function ownPath(files: Files, root: string, written: string): string {
  const real = files.realPath(`${root}/${written}`)
  const home = real === undefined ? undefined : files.realPath(root)
  return real !== undefined && home !== undefined && real.startsWith(`${home}/`) ? real.slice(home.length + 1) : written
}
