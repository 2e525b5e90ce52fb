import { readSourceMap, type SourceMap } from '../../parse/records/source-map.ts'
import type { Folder } from '../folder.ts'
import { jsonFile, type JsonFile } from './json-file.ts'

export interface PackSourceMap extends SourceMap {
  readonly file: JsonFile
}

const read = new WeakMap<Folder, PackSourceMap | undefined>()

/** The source map of a pack, read once; `undefined` without one that is JSON. */
export function sourceMapOf(folder: Folder): PackSourceMap | undefined {
  if (!read.has(folder)) {
    const file = jsonFile(folder, 'indexes/source-map.json')
    read.set(folder, file?.tree && { ...readSourceMap(file.tree.value), file })
  }
  return read.get(folder)
}
