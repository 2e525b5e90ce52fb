import type { Allowed } from '../model/brands.ts'
import { limits } from '../model/limits.ts'
import type { Files } from '../model/ports.ts'
import type { Left } from '../model/read.ts'
import { digest } from '../text/digest.ts'
import { lazyText, type LazyText } from '../text/utf8.ts'
import { ownPath } from './own-path.ts'

export interface GrantedText extends LazyText {
  readonly bytes: Uint8Array
  readonly fileDigest: string
}

/** Reads a file once, hashes those bytes, and uses the same bytes only if they are the granted ones. */
export function grantedText(files: Files, allowed: Allowed, path: string, left: Left[]): GrantedText | undefined {
  const read = grantedWithin(files, allowed, path, limits.contentBytes)
  if ('fileDigest' in read) return read
  left.push(read.left)
  return undefined
}

interface NotRead {
  readonly left: Left
  /** It has more bytes than were asked for. */
  readonly isTooLarge: boolean
}

/** The same for a file of at most so many bytes. */
export function grantedWithin(files: Files, allowed: Allowed, path: string, most: number): GrantedText | NotRead {
  const refuse = (reason: string, detail: string, isTooLarge = false): NotRead => ({ left: { ref: allowed.ref, path, reason, detail }, isTooLarge })
  const refusal = refusalOf(files, allowed, path)
  if (refusal !== undefined) return refuse('withheld', refusal)
  const read = files.read(allowed.root, path, { limit: most })
  if (!read.ok) return refuse('unreadable', read.detail, read.trouble === 'too-large')
  const decoded = lazyText(read.bytes)
  if (!decoded) return refuse('unreadable', 'The file is not UTF-8.')
  const fileDigest = digest(read.bytes)
  if (allowed.granted && allowed.granted.get(path) !== fileDigest) {
    const { reason, detail } = path === allowed.entryFile ? stale : changed
    return refuse(reason, detail)
  }
  return Object.assign(decoded, { bytes: read.bytes, fileDigest })
}

/** A refusal holds whatever the file is called by. */
function refusalOf(files: Files, { withheld, root }: Allowed, path: string): string | undefined {
  return withheld.size === 0 ? undefined : (withheld.get(path) ?? withheld.get(ownPath(files, root, path)))
}

const changed = { reason: 'changed', detail: 'The file is new or has changed since it was granted.' }
const stale = { reason: 'approval-stale', detail: 'The entry file is not the one that was granted. A person can look at it and run "lorefence trust" on its folder again.' }

/** Whether the entry file still holds the granted bytes. A changed one closes the whole entry, so this comes before any other file (AK-118). */
export function entryStands(files: Files, allowed: Allowed, left: Left[]): boolean {
  return !allowed.granted || grantedText(files, allowed, allowed.entryFile, left) !== undefined
}
