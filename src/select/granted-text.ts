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
  const refusal = refusalOf(files, allowed, path)
  if (refusal !== undefined) {
    left.push({ ref: allowed.ref, path, reason: 'withheld', detail: refusal })
    return undefined
  }
  const read = files.read(allowed.root, path, { limit: limits.contentBytes })
  const decoded = read.ok ? lazyText(read.bytes) : undefined
  if (!read.ok || !decoded) {
    left.push({ ref: allowed.ref, path, reason: 'unreadable', detail: read.ok ? 'The file is not UTF-8.' : read.detail })
    return undefined
  }
  const fileDigest = digest(read.bytes)
  if (allowed.granted && allowed.granted.get(path) !== fileDigest) {
    left.push({ ref: allowed.ref, path, ...(path === allowed.entryFile ? stale : changed) })
    return undefined
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
