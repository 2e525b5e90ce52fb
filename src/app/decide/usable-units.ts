import { unitRef } from '../../catalog/refs.ts'
import { normalizePath } from '../../text/paths/paths.ts'
import type { Knowledge } from '../open/open.ts'

/** A unit that every gate allows now, as its manifest declares it. */
export interface UsableUnit {
  readonly ref: string
  readonly intent: string
  /** Absolute path of its content. */
  readonly file: string
}

/** In the order of the catalog; the first of units with the same id counts. No content is opened. */
export function usableUnits(knowledge: Pick<Knowledge, 'catalog' | 'usable'>): readonly UsableUnit[] {
  const remaining = new Set(knowledge.usable().map(({ ref }) => ref))
  return knowledge.catalog.entries.flatMap(({ ref: manifest, document, found }) =>
    document.kind === 'pack'
      ? []
      : document.units.flatMap(({ id, intent, path }) => {
          const ref = unitRef(manifest, id)
          return remaining.delete(ref) ? [{ ref, intent, file: `${found.folder}/${normalizePath(path)}` }] : []
        }),
  )
}
