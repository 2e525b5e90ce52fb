import type { Indexing, License } from '../../model/effective.ts'
import type { Unit } from '../../model/manifest.ts'
import { indexingPermissions } from '../../model/vocabulary.ts'

/** One shape for the string and the object form (KCP §4.6a). */
export function licenseOf(declared: NonNullable<Unit['license']>): License {
  if (typeof declared === 'string') return { spdx: declared, attributionRequired: false }
  const { spdx, url, attributionRequired } = declared
  return {
    ...(spdx === undefined ? {} : { spdx }),
    ...(url === undefined ? {} : { url }),
    attributionRequired: attributionRequired ?? false,
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

/** One shape for the shorthand and the lists; deny overrides allow. */
export function indexingOf(declared: NonNullable<Unit['indexing']>): Indexing {
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
