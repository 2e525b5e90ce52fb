import { compileRunFields } from '../../model/tables/run-fields.ts'
import type { ReadOf } from '../../model/tables/fields.ts'
import { isObject, readFields } from '../../parse/read-fields.ts'
import { runName } from '../../parse/records/record-kind.ts'
import { WrittenNumbers } from '../../parse/yaml/tree.ts'
import { fileName } from '../../text/paths/paths.ts'
import type { Folder } from '../folder.ts'
import { jsonFile } from './json-file.ts'

export interface CompileRun {
  readonly path: string
  readonly record: ReadOf<typeof compileRunFields>
}

/** Newest by the time in the file name, in either of its two forms. */
export function newestCompileRun(folder: Folder): CompileRun | undefined {
  const runs = folder.files.flatMap((path) => {
    const name = /^runs\/[^/]+\.json$/.test(path) ? runName(fileName(path)) : undefined
    return name?.kind === 'compile-run' ? [{ path, time: name.time }] : []
  })
  let newest = runs[0]
  for (const run of runs) if (newest && run.time >= newest.time) newest = run
  const value = newest && jsonFile(folder, newest.path)?.tree?.value
  return newest && isObject(value)
    ? { path: newest.path, record: readFields(compileRunFields, value, new WrittenNumbers()) }
    : undefined
}
