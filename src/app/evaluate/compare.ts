import type { EvaluatedContext, EvaluatedSuite, Evaluation } from '../../model/records/evaluation.ts'
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

/** The difference between two revisions of a pack on one answer suite; now minus then. */
export interface ContextComparison {
  readonly pack_name: string
  readonly suite: string
  readonly precision: number
  readonly recall: number
  readonly tokens: number
  readonly wrong_when_absent: number
}

/** Runs the present suites on both revisions, so that both have the same cases (AK-238). */
export async function compareContexts(
  files: Files,
  { before, after }: { readonly before: Knowledge; readonly after: Knowledge },
  contexts: readonly EvaluatedContext[],
): Promise<readonly ContextComparison[]> {
  const compared: ContextComparison[] = []
  for (const { ref, pack_name, suite } of contexts) {
    const folder = after.catalog.entries.find((entry) => entry.ref === ref)?.found.folder
    const read = folder === undefined ? undefined : files.read(folder, suite, { limit: limits.documentBytes })
    if (!read?.ok) continue
    const options = { packs: [pack_name], suite: { file: suite, bytes: read.bytes } }
    const [then, now] = [await before.evaluateContexts(options), await after.evaluateContexts(options)]
    if (!then[0] || !now[0]) continue
    compared.push({
      pack_name,
      suite,
      precision: difference(now[0].precision, then[0].precision),
      recall: difference(now[0].recall, then[0].recall),
      tokens: now[0].tokens - then[0].tokens,
      wrong_when_absent: difference(now[0].wrong_when_absent, then[0].wrong_when_absent),
    })
  }
  return compared
}

interface EvaluationBeside {
  readonly contexts?: readonly EvaluatedContext[]
  readonly baseline?: BaselineVerdict
}

interface BaselineVerdict {
  readonly comparisons: readonly SuiteComparison[]
  readonly contexts?: readonly ContextComparison[]
  /** The largest accepted drop of a metric. */
  readonly maxDrop: number
}

/**
 * Every case must pass (AK-243); with a baseline, no metric may drop too far (AK-238). An invalid suite never passes.
 */
export function evaluationPasses(
  { suites, diagnostics }: Evaluation,
  { contexts = [], baseline }: EvaluationBeside = {},
): boolean {
  if (diagnostics.some(({ severity }) => severity === 'error')) return false
  if (contexts.some(({ recall, wrong_when_absent }) => recall < 1 || wrong_when_absent > 0)) return false
  if (!baseline) return suites.every(({ summary }) => summary.failed === 0)
  const drops = [
    ...baseline.comparisons.flatMap(({ precision, recall, warning_accuracy }) => [precision, recall, warning_accuracy]),
    ...(baseline.contexts ?? []).flatMap(({ precision, recall, wrong_when_absent }) => [
      precision,
      recall,
      -wrong_when_absent,
    ]),
  ]
  return drops.every((change) => change >= -baseline.maxDrop)
}
