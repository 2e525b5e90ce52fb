import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import type { PackHead } from '../../model/documents/pack.ts'
import type { Files } from '../../model/ports.ts'
import { isObject } from '../../parse/read-fields.ts'
import { inspectPack, type PackInspection } from '../../validate/inspect/inspect.ts'
import { jsonFile } from '../../validate/pack-facts/json-file.ts'
import { newestCompileRun } from '../../validate/pack-facts/newest-compile-run.ts'
import { sourceCoverage } from '../../validate/pack-facts/trace-facts.ts'
import { openAuthoredPack, type AuthoredPack } from './authored-pack.ts'
import { claimsOf } from './claims.ts'
import { findingsIn, outputState } from './make-outputs.ts'

/** What a reviewer needs to know about a pack. */
export interface InspectedPack {
  readonly pack: string | undefined
  readonly head: PackHead
  readonly inspection: PackInspection
  /** Number of claims in each state. */
  readonly claims: Readonly<Record<string, number>>
  /** Number of claims whose source does not count. */
  readonly brokenSources: number
  readonly sourceCoverage?: number
  readonly outdated: readonly string[]
  readonly compiled?: { readonly path: string; readonly status?: string }
  readonly reviewed?: Review
  readonly proposals: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
}

/** The newest change of the status, as `status set` recorded it. */
interface Review {
  readonly path: string
  readonly from: string
  readonly to: string
  readonly by: string
  readonly note: string
  readonly time: string
}

export function inspectForReview(files: Files, root: string): InspectedPack {
  const authored = openAuthoredPack(files, root)
  const { folder, pack, reading } = authored
  const claims = claimsOf(authored)
  const counts: Record<string, number> = {}
  for (const { status = 'unknown' } of claims) counts[status] = (counts[status] ?? 0) + 1
  const coverage = sourceCoverage(folder)
  const run = newestCompileRun(folder)
  const reviewed = newestReview(authored)
  return {
    pack: pack?.name,
    head: reading.head ?? {},
    inspection: inspectPack({ head: reading.head ?? {} }, folder),
    claims: counts,
    brokenSources: claims.filter(({ trouble }) => trouble !== undefined).length,
    ...(coverage === undefined ? {} : { sourceCoverage: coverage }),
    outdated: outputState(folder).outdated.map(({ path }) => path),
    ...(run ? { compiled: { path: run.path, ...(run.record.status ? { status: run.record.status } : {}) } } : {}),
    ...(reviewed ? { reviewed } : {}),
    proposals: folder.files.filter((path) => path.startsWith('sources/proposals/')),
    diagnostics: findingsIn(authored, folder),
  }
}

function newestReview({ folder }: AuthoredPack): Review | undefined {
  const path = folder.files.findLast((name) => /^runs\/review-[^/]+\.json$/.test(name))
  const value = path === undefined ? undefined : jsonFile(folder, path)?.tree?.value
  if (path === undefined || !isObject(value)) return undefined
  const word = (name: string): string => (typeof value[name] === 'string' ? value[name] : '')
  return { path, from: word('from'), to: word('to'), by: word('by'), note: word('note'), time: word('time') }
}
