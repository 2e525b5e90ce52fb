import type { EvaluatedContext, Evaluation } from '../../model/evaluation.ts'
import type { SuiteComparison } from './compare-baseline.ts'

export interface EvaluationBeside {
  readonly contexts?: readonly EvaluatedContext[]
  readonly baseline?: BaselineVerdict
}

interface BaselineVerdict {
  readonly comparisons: readonly SuiteComparison[]
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
  if (contexts.some(({ recall }) => recall < 1)) return false
  if (!baseline) return suites.every(({ summary }) => summary.failed === 0)
  return baseline.comparisons.every(
    ({ precision, recall, warning_accuracy }) => Math.min(precision, recall, warning_accuracy) >= -baseline.maxDrop,
  )
}
