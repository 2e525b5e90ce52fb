import type {
  ContextComparison,
  EvaluatedContext,
  EvaluatedSuite,
  Evaluation,
  Quality,
  QualityRow,
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
        `against the baseline  ${pack_name} ${suite}: precision ${signed(precision)}, recall ${signed(recall)}, ` +
        `warnings ${signed(warning_accuracy)}`,
    ),
    ...compared.map(
      ({ pack_name, suite, precision, recall, tokens, wrong_when_absent }) =>
        `against the revision  ${pack_name} ${suite}: precision ${signed(precision)}, recall ${signed(recall)}, ` +
        `tokens ${tokens < 0 ? '' : '+'}${tokens}, wrong when absent ${signed(wrong_when_absent)}`,
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
    `  precision ${precision.toFixed(2)}  recall ${recall.toFixed(2)}  false positives ${false_positive}  ` +
      `false negatives ${false_negative}  warning accuracy ${warning_accuracy.toFixed(2)}`,
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

const columns: readonly (readonly [title: string, value: (row: QualityRow) => string])[] = [
  ['cases', ({ cases }) => String(cases)],
  ['select P', ({ selectionPrecision }) => share(selectionPrecision)],
  ['select R', ({ selectionRecall }) => share(selectionRecall)],
  ['precision', ({ precision }) => share(precision)],
  ['recall', ({ recall }) => share(recall)],
  ['tokens', ({ tokens }) => (tokens === undefined ? '–' : String(Math.round(tokens)))],
  ['wrong when absent', ({ wrongWhenAbsent }) => share(wrongWhenAbsent)],
]

const share = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(2))

/** One line for each pack, then one for each type. */
export function evalTable({ packs, types }: Quality): string {
  const names = [...packs.map(({ name }) => name), ...types.map(({ type }) => `type ${type}`), 'pack']
  const width = Math.min(40, Math.max(...names.map((name) => name.length)))
  const line = (name: string, cells: readonly string[]): string =>
    `${visible(name).padEnd(width)}  ${cells.map((cell, i) => cell.padStart(columns[i]?.[0].length ?? 0)).join('  ')}\n`
  const row = (name: string, own: QualityRow): string =>
    line(
      name,
      columns.map(([, value]) => value(own)),
    )
  return [
    line(
      'pack',
      columns.map(([title]) => title),
    ),
    ...packs.map((own) => row(own.name, own)),
    ...types.map((own) => row(`type ${own.type}`, own)),
  ].join('')
}

/** For servers of continuous integration: one test for each case. */
export function evalJunit({ suites }: Evaluation, contexts: readonly EvaluatedContext[]): string {
  const rows = [
    ...suites.map(({ pack_name: pack, suite, results }) => ({
      name: `${pack} ${suite}`,
      cases: results.map(({ id, passed, expected, actual }) => ({
        id,
        failure: passed ? undefined : `expected ${expected}, was ${actual}`,
      })),
    })),
    ...contexts.map(({ pack_name: pack, suite, cases }) => ({
      name: `${pack} ${suite}`,
      cases: cases.map(({ id, missing, wrong }) => ({ id, failure: contextFailure(missing, wrong) })),
    })),
  ]
  const tests = rows.flatMap(({ cases }) => cases)
  const failures = (cases: typeof tests): number => cases.filter(({ failure }) => failure !== undefined).length
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="lorefence eval" tests="${tests.length}" failures="${failures(tests)}">`,
    ...rows.flatMap(({ name, cases }) => [
      `  <testsuite name="${xml(name)}" tests="${cases.length}" failures="${failures(cases)}">`,
      ...cases.map(({ id, failure }) => {
        const open = `    <testcase classname="${xml(name)}" name="${xml(id)}"`
        return failure === undefined ? `${open}/>` : `${open}><failure message="${xml(failure)}"/></testcase>`
      }),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n')
}

const contextFailure = (missing: readonly string[], wrong: boolean | undefined): string | undefined => {
  if (wrong) return 'answered, although the pack has no answer'
  return missing.length > 0 ? `not found: ${missing.join(', ')}` : undefined
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

const xml = (text: string): string => visible(text).replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)
