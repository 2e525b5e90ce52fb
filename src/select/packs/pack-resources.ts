import type { AllowedPack } from '../../model/brands.ts'
import type { Resource } from '../../model/guide.ts'
import type { PackFolder } from '../../model/pack-folders.ts'
import type { Files } from '../../model/ports.ts'
import { filesBelow } from '../texts/files-below.ts'

/** What a guide may point to, in the order it is offered. Runs, evals and assets are no knowledge to read. */
const kinds: readonly (readonly [PackFolder, Resource['kind']])[] = [
  ['compiled', 'runtime'],
  ['answers', 'runtime'],
  ['documents', 'primary'],
  ['wiki', 'primary'],
  ['ontology', 'primary'],
  ['indexes', 'evidence'],
  ['sources', 'evidence'],
]

/** Files that could be read next, found by their names alone. A file that was not granted is not offered. */
export function packResources(files: Files, { root, granted, withheld }: AllowedPack): readonly Resource[] {
  return kinds.flatMap(([folder, kind]) =>
    filesBelow(files, root, folder)
      .filter((path) => path !== 'wiki/log.md' && !withheld.has(path) && (granted === undefined || granted.has(path)))
      .map((path) => ({ kind, path })),
  )
}
