import type { SuiteScore } from '../model/records/evaluation.ts'
import { keysOf, promptTerms } from './prompt-terms.ts'

interface SuiteCase {
  readonly id: string
  readonly prompt: string
  readonly expected: 'select' | 'reject' | 'warn'
  readonly expectedWarnings?: readonly string[]
}

/** The packs chosen for one prompt. */
export interface Choice {
  readonly selected: boolean
  readonly warnings: readonly string[]
}

interface CaseResult {
  readonly id: string
  readonly expected: SuiteCase['expected']
  readonly actual: SuiteCase['expected']
  readonly passed: boolean
}

export function scoreSuite(cases: readonly SuiteCase[], choose: (prompt: string) => Choice): SuiteScore<CaseResult> {
  const results = cases.map((entry): CaseResult => {
    const actual = outcomeOf(entry, choose(entry.prompt))
    return { id: entry.id, expected: entry.expected, actual, passed: actual === entry.expected }
  })
  const count = (test: (result: CaseResult) => boolean): number => results.filter(test).length
  const wanted = ({ expected }: CaseResult): boolean => expected !== 'reject'
  const taken = ({ actual }: CaseResult): boolean => actual !== 'reject'
  const right = count((result) => wanted(result) && taken(result))
  const precision = share(right, count(taken))
  const recall = share(right, count(wanted))
  const passed = count((result) => result.passed)
  return {
    results,
    summary: { passed, failed: results.length - passed, precision, recall },
    precision,
    recall,
    false_positive: count((result) => taken(result) && !wanted(result)),
    false_negative: count((result) => wanted(result) && !taken(result)),
    warning_accuracy: share(
      count(({ expected, actual }) => expected === 'warn' && actual === 'warn'),
      count(({ expected }) => expected === 'warn'),
    ),
  }
}

const share = (part: number, whole: number): number => (whole === 0 ? 1 : Math.round((part / whole) * 10_000) / 10_000)

/** "warn" is a selection that raised every warning the case expects, or any when it names none (AK-230). */
function outcomeOf(
  { expected, expectedWarnings = [] }: SuiteCase,
  { selected, warnings }: Choice,
): SuiteCase['expected'] {
  if (!selected) return 'reject'
  if (expected !== 'warn') return 'select'
  const raised =
    expectedWarnings.length > 0
      ? expectedWarnings.every((wanted) => warnings.some((warning) => mentions(warning, wanted)))
      : warnings.length > 0
  return raised ? 'warn' : 'select'
}

/** Every word of `wanted` is in the text, in any inflection. */
function mentions(text: string, wanted: string): boolean {
  const present = new Set(keysOf(promptTerms(text)))
  const keys = keysOf(promptTerms(wanted))
  return keys.length > 0 && keys.every((key) => present.has(key))
}

/** The boundaries that share a specific word with a prompt. */
export function touchedBoundaries(prompt: string, boundaries: readonly string[]): readonly string[] {
  const asked = new Set(tellingKeys(prompt))
  return boundaries.filter((line) => tellingKeys(line).some((key) => asked.has(key)))
}

const tellingKeys = (text: string): readonly string[] =>
  keysOf(promptTerms(text).filter(({ specificity }) => specificity === 1))
