import type { ReadOf } from '../../model/tables/fields.ts'
import type { Files } from '../../model/ports.ts'
import { compileRunFields } from '../../model/tables/run-fields.ts'
import { parseJson } from '../../parse/yaml/json.ts'
import { isObject, readFields } from '../../parse/read-fields.ts'
import { runName } from '../../parse/records/record-kind.ts'
import { readSourceMap, type SourceMap } from '../../parse/records/source-map.ts'
import { WrittenNumbers } from '../../parse/yaml/tree.ts'
import { fileName } from '../../text/paths/paths.ts'
import { filesBelow } from '../texts/files-below.ts'
import type { GrantedText } from '../texts/granted-text.ts'
import type { OpenPack } from './pack-texts.ts'

export interface CompileRun {
  readonly path: string
  /** Absent if the file is not a JSON object. */
  readonly record?: ReadOf<typeof compileRunFields>
}

/** Records of a pack about its facts: they point to facts, and are none themselves. */
export type PackRecords = SourceMap

const sourceMapPath = 'indexes/source-map.json'

/** Cached for one read, because every composition of a reply needs them. */
const known = new WeakMap<OpenPack, PackRecords>()
const knownRuns = new WeakMap<OpenPack, { readonly run: CompileRun | undefined }>()

/** The source map, if it is granted and readable. */
export function packRecords(files: Files, pack: OpenPack): PackRecords {
  const records = known.get(pack) ?? readRecords(files, pack)
  known.set(pack, records)
  return records
}

function readRecords(files: Files, pack: OpenPack): PackRecords {
  const { root } = pack.allowed
  const hasMap = filesBelow(files, root, 'indexes').includes(sourceMapPath)
  const map = hasMap ? pack.text(sourceMapPath) : undefined
  return mapOf(map)
}

/** The newest compile run by the time in its name, if it is granted and readable. */
export function newestRun(files: Files, pack: OpenPack): CompileRun | undefined {
  const found = knownRuns.get(pack) ?? { run: findRun(files, pack) }
  knownRuns.set(pack, found)
  return found.run
}

function findRun(files: Files, pack: OpenPack): CompileRun | undefined {
  const newest = filesBelow(files, pack.allowed.root, 'runs')
    .flatMap((path) => {
      const name = /^runs\/[^/]+\.json$/.test(path) ? runName(fileName(path)) : undefined
      return name?.kind === 'compile-run' ? [{ path, time: name.time }] : []
    })
    .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
    .at(-1)
  const run = newest && pack.text(newest.path)
  return newest && run && runOf(newest.path, run)
}

/** Each cached text is parsed once. */
const maps = new WeakMap<GrantedText, SourceMap>()
const runs = new WeakMap<GrantedText, CompileRun>()

const noMap: SourceMap = { claims: [], sections: [] }

function mapOf(granted: GrantedText | undefined): SourceMap {
  if (!granted) return noMap
  const map = maps.get(granted) ?? readSourceMap(parseJson(granted.text).tree?.value)
  maps.set(granted, map)
  return map
}

function runOf(path: string, granted: GrantedText): CompileRun {
  const known = runs.get(granted)
  if (known) return known
  const value = parseJson(granted.text).tree?.value
  const run = isObject(value) ? { path, record: readFields(compileRunFields, value, new WrittenNumbers()) } : { path }
  runs.set(granted, run)
  return run
}
