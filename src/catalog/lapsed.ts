import type { Catalog, CatalogEntry } from '../model/catalog.ts'

/** Granted entries of the roots whose entry file is gone or invalid: what they declare cannot be searched. */
export const lapsedEntries = ({ withheld = [], roots }: Catalog): readonly CatalogEntry[] =>
  withheld.filter(({ lapsed, found }) => lapsed !== undefined && roots.some(({ path }) => path === found.root))
