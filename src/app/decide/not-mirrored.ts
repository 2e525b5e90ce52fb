import { urlIdentity } from '../../federate/manifest-address.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { AllowedUnit } from '../../model/decisions/brands.ts'

/**
 * Paths of a mirrored manifest refer to files of its publisher. In a folder that is the root of another manifest they
 * would refer to that one's files, so the units of the mirror are listed without content (KCP §3.6).
 */
export function notMirrored({ entries }: Pick<Catalog, 'entries'>): (entry: CatalogEntry) => AllowedUnit['folder'] {
  const manifestsIn = new Map<string, number>()
  for (const { document, found } of entries)
    if (document.kind === 'manifest') manifestsIn.set(found.folder, (manifestsIn.get(found.folder) ?? 0) + 1)
  return ({ found, declaredBy = [] }) => {
    const isRemote = declaredBy.some(({ entry: { url = '' } }) => urlIdentity(url) !== undefined)
    if (found.via !== 'manifest' || !isRemote || (manifestsIn.get(found.folder) ?? 0) < 2) return undefined
    return {
      files: [],
      closed:
        'It is not mirrored: another manifest has the folder of this mirror. Move the mirror to a folder of its own.',
    }
  }
}
