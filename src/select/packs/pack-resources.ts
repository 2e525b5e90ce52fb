import type { AllowedPack } from '../../model/decisions/brands.ts'
import type { Resource } from '../../model/reading/guide.ts'
import type { PackFolder } from '../../model/tables/pack-folders.ts'
import type { Files } from '../../model/ports.ts'
import { filesBelow } from '../texts/files-below.ts'

/** Folders that a guide may refer to, in listing order. Runs, evals and assets are not knowledge. */
const kinds: readonly (readonly [PackFolder, Resource['kind']])[] = [
  ['compiled', 'runtime'],
  ['answers', 'runtime'],
  ['documents', 'primary'],
  ['wiki', 'primary'],
  ['ontology', 'primary'],
  ['indexes', 'evidence'],
  ['sources', 'evidence'],
]

/** Files that could be read next, found by name alone. Files that are not granted are not listed. */
export function packResources(files: Files, { root, granted, withheld }: AllowedPack): readonly Resource[] {
  return kinds.flatMap(([folder, kind]) =>
    filesBelow(files, root, folder)
      .filter((path) => path !== 'wiki/log.md' && !withheld.has(path) && (granted === undefined || granted.has(path)))
      .map((path) => ({ kind, path })),
  )
}
