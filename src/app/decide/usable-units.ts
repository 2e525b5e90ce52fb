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

/** In the order of the catalog; if units share an id, the first counts. No content is opened. */
export function usableUnits(knowledge: Pick<Knowledge, 'catalog' | 'usable'>): readonly UsableUnit[] {
  const waiting = new Set(knowledge.usable().map(({ ref }) => ref))
  return knowledge.catalog.entries.flatMap(({ ref: manifest, document, found }) =>
    document.kind === 'pack'
      ? []
      : document.units.flatMap(({ id, intent, path }) => {
          const ref = unitRef(manifest, id)
          return waiting.delete(ref) ? [{ ref, intent, file: `${found.folder}/${normalizePath(path)}` }] : []
        }),
  )
}
