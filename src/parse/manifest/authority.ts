import type { Authority } from '../../model/documents/effective.ts'
import { permissions, type Permission } from '../../model/tables/vocabulary.ts'

/** KCP §4.17. */
export const safeAuthority: Authority = recordOf({
  read: 'initiative',
  summarize: 'initiative',
  modify: 'denied',
  share_externally: 'denied',
  execute: 'denied',
})

const completed = new WeakMap<Authority, Authority>()

/** A declared block, with safe defaults for the actions it omits; cached, because units share the root's. */
export function authorityOf(declared: Authority): Authority {
  const known = completed.get(declared)
  if (known) return known
  const authority = recordOf({ ...safeAuthority, ...declared })
  completed.set(declared, authority)
  return authority
}

/** An undeclared action is denied, including a custom one. */
export function permissionFor(authority: Authority, action: string): Permission {
  return Object.hasOwn(authority, action) ? (authority[action] ?? 'denied') : 'denied'
}

/**
 * A visibility condition overrides the actions it names. For the others the specification leaves open whether the
 * unit's own block or the safe defaults apply, so the stricter does.
 */
export function overrideAuthority(authority: Authority, override: Authority): Authority {
  return recordOf({ ...strictestAuthority(authority, safeAuthority), ...override })
}

/** Action by action; one that only a single block names is denied by the other. */
export function strictestAuthority(a: Authority, b: Authority): Authority {
  const result = Object.create(null) as Record<string, Permission>
  for (const action of new Set([...Object.keys(a), ...Object.keys(b)]))
    result[action] = stricter(permissionFor(a, action), permissionFor(b, action))
  return result
}

const stricter = (a: Permission, b: Permission): Permission =>
  permissions.indexOf(a) >= permissions.indexOf(b) ? a : b

/** Without a prototype, so that an action named `constructor` is not found. */
function recordOf(entries: Readonly<Record<string, Permission>>): Authority {
  return Object.assign(Object.create(null) as Record<string, Permission>, entries)
}
