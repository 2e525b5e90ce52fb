import type { EvaluatedContext, Evaluation } from '../../model/evaluation.ts'
import type { SuiteComparison } from './compare-baseline.ts'
import type { ContextComparison } from './compare-revision.ts'

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
