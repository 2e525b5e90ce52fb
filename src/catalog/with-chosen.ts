import type { Catalog } from '../model/catalog.ts'

/**
 * The catalog for a request: a hidden pack that is named by its folder replaces the one that hides it (AK-106,
 * AK-110).
 */
export function withChosen(catalog: Catalog, named: readonly string[] = []): Catalog {
  const chosen = new Map(
    catalog.shadowed.filter(({ found }) => named.includes(found.folder)).map((entry) => [entry.ref, entry]),
  )
  return chosen.size === 0
    ? catalog
    : { ...catalog, entries: catalog.entries.map((entry) => chosen.get(entry.ref) ?? entry) }
}
