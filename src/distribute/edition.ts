import type { SignedEdition } from '../model/signature.ts'
import { isSemver, semverOrder } from '../text/notations/semver.ts'

/** Whether an edition is older than another: by its version, then by its date. One that no longer says counts as older. */
export function isOlder(edition: SignedEdition, than: SignedEdition): boolean {
  const order = semverOrder(edition.version ?? '', than.version ?? '')
  if (order !== undefined && order !== 0) return order < 0
  if (than.updated !== undefined && edition.updated !== undefined && edition.updated !== than.updated)
    return edition.updated < than.updated
  return order === undefined && than.version !== undefined && isSemver(than.version)
}
