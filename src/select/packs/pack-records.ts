import type { ReadOf } from '../../model/fields.ts'
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

interface CompileRun {
  readonly path: string
  /** Absent when the file is no JSON object. */
  readonly record?: ReadOf<typeof compileRunFields>
}

/** Records of a pack about its facts: pointers and findings, never facts. */
export interface PackRecords extends SourceMap {
  readonly run: CompileRun | undefined
}

const sourceMapPath = 'indexes/source-map.json'

/** Cached for one read, because every composition of a reply needs them. */
const known = new WeakMap<OpenPack, PackRecords>()

/** The source map and the newest compile run, as far as they are granted and can be read. */
export function packRecords(files: Files, pack: OpenPack): PackRecords {
  const records = known.get(pack) ?? readRecords(files, pack)
  known.set(pack, records)
  return records
}

function readRecords(files: Files, pack: OpenPack): PackRecords {
  const { root } = pack.allowed
  const hasMap = filesBelow(files, root, 'indexes').includes(sourceMapPath)
  const map = hasMap ? pack.text(sourceMapPath) : undefined
  return { ...mapOf(map), run: newestRun(files, pack) }
}

/** The newest compile run by the time in its name. */
export function newestRun(files: Files, pack: OpenPack): CompileRun | undefined {
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

/** Parsed once for every cached text. */
const maps = new WeakMap<GrantedText, SourceMap>()
const runs = new WeakMap<GrantedText, CompileRun>()

function mapOf(granted: GrantedText | undefined): SourceMap {
  if (!granted) return { claims: [], sections: [] }
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
