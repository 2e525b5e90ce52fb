import { isObject } from '../../parse/read-fields.ts'

/** How the units of a manifest differ from an earlier edition, by their ids. */
export interface UnitChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
  /** Ids whose path is another one: whoever stored the path finds nothing there. */
  readonly moved: readonly string[]
}

export function unitChanges(before: unknown, after: unknown): UnitChanges {
  const [old, fresh] = [unitsById(before), unitsById(after)]
  const ids = [...fresh.keys()].filter((id) => old.has(id))
  return {
    added: [...fresh.keys()].filter((id) => !old.has(id)),
    removed: [...old.keys()].filter((id) => !fresh.has(id)),
    moved: ids.filter((id) => old.get(id)?.['path'] !== fresh.get(id)?.['path']),
    changed: ids.filter((id) => JSON.stringify(old.get(id)) !== JSON.stringify(fresh.get(id))),
  }
}

function unitsById(manifest: unknown): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const units: readonly unknown[] = isObject(manifest) && Array.isArray(manifest['units']) ? manifest['units'] : []
  const byId = new Map<string, Readonly<Record<string, unknown>>>()
  for (const unit of units) if (isObject(unit) && typeof unit['id'] === 'string') byId.set(unit['id'], unit)
  return byId
}

/**
 * The version that these changes ask for (KCP §3.1, §6.2): units that are gone or moved break readers, new ones add,
 * others correct. Before 1.0.0 a break is a minor change. `undefined` for no change, or a version that is not semantic.
 */
export function bumpedVersion(version: string, { added, removed, moved, changed }: UnitChanges): string | undefined {
  const match = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/.exec(version)
  if (!match) return undefined
  const [major, minor, patch] = match.slice(1).map(Number) as [number, number, number]
  if (removed.length + moved.length > 0) return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`
  if (added.length > 0) return `${major}.${minor + 1}.0`
  return changed.length > 0 ? `${major}.${minor}.${patch + 1}` : undefined
}
