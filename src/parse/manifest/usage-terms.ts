import type { Indexing, License } from '../../model/documents/effective.ts'
import type { Unit } from '../../model/documents/manifest.ts'
import { indexingPermissions } from '../../model/tables/vocabulary.ts'

/** One shape for the string and the object form (KCP §4.6a). What cannot be read of it obliges to attribution. */
export function licenseOf(declared: Unit['license'], isUnreadable: boolean): License | undefined {
  if (declared === undefined) return isUnreadable ? { attributionRequired: true } : undefined
  if (typeof declared === 'string') return { spdx: declared, attributionRequired: false }
  const { spdx, url, attributionRequired } = declared
  return {
    ...(spdx === undefined ? {} : { spdx }),
    ...(url === undefined ? {} : { url }),
    attributionRequired: attributionRequired ?? isUnreadable,
  }
}

const allBut = (excluded: string): Indexing['allow'] =>
  indexingPermissions.filter((operation) => operation !== excluded)

/** KCP §4.6c. `read-only` forbids three operations by name; the stricter reading forbids the other three too. */
const shorthands = {
  open: { allow: indexingPermissions, deny: [], attributionRequired: false },
  'read-only': { allow: ['read'], deny: allBut('read'), attributionRequired: false },
  'no-train': { allow: allBut('train'), deny: ['train'], attributionRequired: false },
  none: { allow: [], deny: indexingPermissions, attributionRequired: false },
} as const satisfies Record<string, Indexing>

/** One shape for the shorthand and the lists; deny overrides allow. What cannot be read permits reading at most. */
export function indexingOf(declared: Unit['indexing'], isUnreadable: boolean): Indexing | undefined {
  if (isUnreadable) return shorthands['read-only']
  if (declared === undefined) return undefined
  if (typeof declared === 'string') return shorthands[declared]
  const { allow, deny = [], attributionRequired = false } = declared
  const permitted = indexingPermissions.filter((operation) => allow?.includes(operation) && !deny.includes(operation))
  // A list without a known permission permits nothing; it must not count as undeclared.
  const forbidden =
    allow && permitted.length === 0
      ? indexingPermissions
      : indexingPermissions.filter((operation) => deny.includes(operation))
  return { allow: permitted, deny: forbidden, attributionRequired }
}
