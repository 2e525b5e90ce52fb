import { resolve } from 'node:path'
import type { Catalog } from '../../model/catalog.ts'
import type { EvaluatedSuite } from '../../model/records/evaluation.ts'
import type { Clock, CreateFile, Writer } from '../../model/ports.ts'

export interface WrittenRun {
  readonly ref: string
  /** Relative to the pack. */
  readonly path: string
  readonly result: CreateFile
}

/** Writes the outcome of each suite as a new file in `runs/` of its pack (AK-233). */
export function writeEvaluation(
  ports: { readonly writer: Writer; readonly clock: Clock },
  catalog: Catalog,
  suites: readonly EvaluatedSuite[],
): readonly WrittenRun[] {
  const time = ports.clock
    .now()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  return suites.flatMap((suite) => {
    const { ref, split } = suite
    const entry = catalog.entries.find((candidate) => candidate.ref === ref)
    if (!entry) return []
    const isAlone = suites.filter((other) => other.ref === ref).length === 1
    const path = `runs/eval-discovery-${time}${isAlone ? '' : `-${split}`}.json`
    const bytes = new TextEncoder().encode(`${JSON.stringify(recordOf(suite), null, 2)}\n`)
    return [{ ref, path, result: ports.writer.create(resolve(entry.found.folder), path, bytes) }]
  })
}

const recordedFields = [
  'suite',
  'pack_name',
  'results',
  'summary',
  'precision',
  'recall',
  'false_positive',
  'false_negative',
  'warning_accuracy',
  'basis',
] as const satisfies readonly (keyof EvaluatedSuite)[]

const recordOf = (suite: EvaluatedSuite): object =>
  Object.fromEntries(recordedFields.map((name) => [name, suite[name]]))
