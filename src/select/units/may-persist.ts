import type { AllowedUnit } from '../../model/decisions/brands.ts'

/** Nothing outlives the read if indexing, storing or logging is forbidden (KCP §3.5, §4.6c). */
export function mayPersist({ indexing, compliance, unreadable }: AllowedUnit['unit']): boolean {
  if (unreadable.length > 0 || compliance.restrictions?.value.includes('no-logging')) return false
  if (!indexing) return true
  const { allow, deny } = indexing.value
  return (['index', 'cache-permanently'] as const).every(
    (operation) => !deny.includes(operation) && (allow.length === 0 || allow.includes(operation)),
  )
}

/** The same for one file of a unit, which others may name too. */
export const mayPersistAt = ({ unit, bound }: AllowedUnit, path: string): boolean =>
  mayPersist(unit) && bound.get(path)?.persist !== false
