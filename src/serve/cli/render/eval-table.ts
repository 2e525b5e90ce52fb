import type { EvaluatedContext, Evaluation, Quality, QualityRow } from '../../../app/index.ts'
import { visible } from './terminal/cells.ts'

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
