import type { CatalogEntry } from '../model/catalog.ts'
import type { Manifest } from '../model/manifest.ts'
import { folderOf } from '../text/paths/paths.ts'
import { refPart } from '../text/paths/ref-parts.ts'

type Placed = Pick<CatalogEntry, 'found' | 'standing'>

/**
 * A unique ref for each manifest: `manifest:<project>`, then `manifest:<project>@<folder>`. Granted ones come first, so
 * that no ungranted one can take their ref.
 */
export function manifestRefs<Entry extends Placed>(
  manifests: readonly (readonly [Entry, Manifest])[],
): ReadonlyMap<Entry, string> {
  const taken = new Set<string>()
  const isGranted = ([{ standing }]: (typeof manifests)[number]): boolean => standing !== 'ungranted'
  const inOrder = [...manifests.filter(isGranted), ...manifests.filter((manifest) => !isGranted(manifest))]
  return new Map(
    inOrder.map(([entry, manifest]) => {
      const plain = plainRef(manifest)
      const { path } = entry.found
      return [entry, freeRef([plain, `${plain}@${refPart(folderOf(path) || '.')}`, `${plain}@${refPart(path)}`], taken)]
    }),
  )
}

/** The ref of a manifest whose project is unique. */
export const plainRef = ({ project }: Manifest): string => `manifest:${slug(project)}`

/** The first unused candidate; a number is added if several roots have the same path. */
export function freeRef(candidates: readonly string[], taken: Set<string>): string {
  let free = candidates.find((candidate) => !taken.has(candidate))
  for (let number = 2; free === undefined; number++) {
    const numbered = `${candidates.at(-1)}@${number}`
    if (!taken.has(numbered)) free = numbered
  }
  taken.add(free)
  return free
}

/** Letters, digits and hyphens. */
const slug = (text: string): string =>
  [
    ...text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, ''),
  ]
    .slice(0, 64)
    .join('') || 'unnamed'
