import type {
  ContextComparison,
  EvaluatedContext,
  EvaluatedSuite,
  Evaluation,
  SuiteComparison,
  WrittenRun,
} from '../../../app/index.ts'
import { visible } from './terminal/cells.ts'

export interface EvalReport {
  readonly evaluation: Evaluation
  readonly contexts: readonly EvaluatedContext[]
  readonly comparisons: readonly SuiteComparison[]
  readonly compared: readonly ContextComparison[]
  readonly written: readonly WrittenRun[]
}

/** One block per suite: the figures, then the cases that failed. */
export function evalText({
  evaluation: { suites, without, diagnostics },
  contexts,
  comparisons,
  compared,
  written,
}: EvalReport): string {
  const lines = [
    ...diagnostics.map(
      ({ severity, message, where }) =>
        `${severity}: ${where.file}${where.pointer === '' ? '' : ` ${where.pointer}`}: ${message}`,
    ),
    ...suites.flatMap(suiteLines),
    ...contexts.flatMap(contextLines),
    ...comparisons.map(
      ({ pack_name, suite, precision, recall, warning_accuracy }) =>
        `against the baseline  ${pack_name} ${suite}: precision ${signed(precision)}, recall ${signed(recall)}, warnings ${signed(warning_accuracy)}`,
    ),
    ...compared.map(
      ({ pack_name, suite, precision, recall, tokens, wrong_when_absent }) =>
        `against the revision  ${pack_name} ${suite}: precision ${signed(precision)}, recall ${signed(recall)}, tokens ${tokens < 0 ? '' : '+'}${tokens}, wrong when absent ${signed(wrong_when_absent)}`,
    ),
    ...without.map(
      (ref) => `${ref} has no selection suite (evals/discovery.train.json, evals/discovery.validation.json).`,
    ),
    ...written.map(({ ref, path, result }) =>
      result.ok ? `written ${ref} ${path}` : `not written ${ref} ${path}: ${result.detail}`,
    ),
    ...(suites.length + contexts.length + without.length + diagnostics.length === 0
      ? ['No selection suite found.']
      : []),
  ]
  return lines.map((line) => `${visible(line)}\n`).join('')
}

function suiteLines({
  pack_name,
  suite,
  basis,
  results,
  summary,
  precision,
  recall,
  false_positive,
  false_negative,
  warning_accuracy,
}: EvaluatedSuite): readonly string[] {
  return [
    `${pack_name}  ${suite}: ${summary.passed} of ${results.length} passed`,
    `  precision ${precision.toFixed(2)}  recall ${recall.toFixed(2)}  false positives ${false_positive}  false negatives ${false_negative}  warning accuracy ${warning_accuracy.toFixed(2)}`,
    ...(basis === 'metadata'
      ? ['  evaluated by its catalog metadata only; its content may not be read (see "lorefence explain")']
      : []),
    ...results
      .filter(({ passed }) => !passed)
      .map(({ id, expected, actual }) => `  failed ${id}: expected ${expected}, was ${actual}`),
  ]
}

function contextLines({
  pack_name,
  suite,
  cases,
  recall,
  precision,
  tokens,
  wrong_when_absent,
}: EvaluatedContext): readonly string[] {
  return [
    `${pack_name}  ${suite}: recall of the required context ${recall.toFixed(2)}`,
    `  precision ${precision.toFixed(2)}  tokens ${tokens}  wrong when absent ${wrong_when_absent.toFixed(2)}`,
    ...cases
      .filter(({ missing, wrong }) => missing.length > 0 || wrong)
      .map(({ id, missing, wrong }) =>
        wrong
          ? `  failed ${id}: answered, although the pack has no answer`
          : `  failed ${id}: not found ${missing.join(', ')}`,
      ),
  ]
}

const signed = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(2)}`
