import type { EvaluatedSuite } from '../../model/evaluation.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import type { Knowledge } from '../open/open.ts'

/** The difference between a pack and an earlier version of it on one suite. */
export interface SuiteComparison {
  readonly pack_name: string
  readonly suite: string
  /** Now minus then; below zero is worse. */
  readonly precision: number
  readonly recall: number
  readonly warning_accuracy: number
}

/** Runs the suites of the present pack on the earlier one, so that both have the same cases (AK-238). */
export function compareBaseline(
  files: Files,
  current: Knowledge,
  suites: readonly EvaluatedSuite[],
  baseline: Knowledge,
): readonly SuiteComparison[] {
  return suites.flatMap((now) => {
    const folder = current.catalog.entries.find(({ ref }) => ref === now.ref)?.found.folder
    const read = folder === undefined ? undefined : files.read(folder, now.suite, { limit: limits.documentBytes })
    const [then] = read?.ok
      ? baseline.evaluate({ packs: [now.pack_name], suite: { file: now.suite, bytes: read.bytes } }).suites
      : []
    return then
      ? [
          {
            pack_name: now.pack_name,
            suite: now.suite,
            precision: difference(now.precision, then.precision),
            recall: difference(now.recall, then.recall),
            warning_accuracy: difference(now.warning_accuracy, then.warning_accuracy),
          },
        ]
      : []
  })
}

const difference = (now: number, then: number): number => Math.round((now - then) * 10_000) / 10_000
