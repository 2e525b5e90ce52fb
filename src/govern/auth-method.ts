import type { EffectiveUnit } from '../model/documents/effective.ts'
import type { Manifest } from '../model/documents/manifest.ts'

type Auth = NonNullable<Manifest['auth']>
export type AuthMethod = NonNullable<Auth['methods']>[number]

/** How a requester can access a unit. Offered types are listed even when unknown (KCP §3.3). */
export interface AccessPlan {
  readonly status: 'open' | 'use' | 'unsatisfiable' | 'no_supported_method'
  readonly method?: AuthMethod
  readonly offered: readonly string[]
}

/** The first method that the requester supports; the order is the publisher's preference. */
export function selectAuth(methods: readonly AuthMethod[], supported: readonly string[]): AuthMethod | undefined {
  return methods.find(({ type }) => type !== undefined && supported.includes(type))
}

/** A public unit needs no method; for the others `none` counts as no method. */
export function planAccess(
  { access, unreadable }: Pick<EffectiveUnit, 'access' | 'unreadable'>,
  auth: Auth | undefined,
  supported: readonly string[],
): AccessPlan {
  const methods = auth?.methods ?? []
  const offered = methods.flatMap(({ type }) => type ?? [])
  if (access.value === 'public' && !unreadable.some(({ field }) => field === 'access'))
    return { status: 'open', offered }
  const proving = methods.filter(({ type }) => type !== 'none')
  if (proving.length === 0) return { status: 'unsatisfiable', offered }
  const method = selectAuth(proving, supported)
  return method ? { status: 'use', method, offered } : { status: 'no_supported_method', offered }
}
