import type { Fenced } from './brands.ts'
import type { Diagnostic } from './diagnostic.ts'

export interface EvaluateOptions {
  /** Names, refs or folders; absent means every pack that has a suite. */
  readonly packs?: readonly string[]
  /** A suite of the caller's own, instead of those in the pack. */
  readonly suite?: { readonly file: string; readonly bytes: Uint8Array }
  /** How often each prompt is asked, where the selector need not answer the same twice (AK-241). */
  readonly runs?: number
  /** Share of the runs that must select a pack for the prompt to select it. Default: 0.5. */
  readonly threshold?: number
  /** Selects instead of our own matcher, which answers the same every time. */
  readonly select?: (prompt: string, ref: string) => boolean
  /** Grades what the cases of answer suites assert; without one nothing is graded. */
  readonly grader?: Grader
}

/** What one read for the prompt of a case came to (AK-239): figures and names of files, no content. */
export interface CapturedRun {
  readonly eval_id: string
  readonly configuration: 'with-pack'
  readonly pack_version: string | null
  readonly selected_files: readonly string[]
  readonly citation_gaps: number
  /** Boundaries that the prompt touches. */
  readonly boundary_warnings: number
  readonly total_tokens: number
  readonly duration_ms: number
}

/** Judges whether what a read gave bears out a statement. A model may stand behind it, so it sees what a model sees. */
export type Grader = (
  statement: string,
  context: Fenced,
) => Promise<{ readonly passed: boolean; readonly evidence: string }>

/** AK-240. */
export interface Grading {
  readonly assertion_results: readonly { readonly text: string; readonly passed: boolean; readonly evidence: string }[]
  readonly summary: {
    readonly passed: number
    readonly failed: number
    readonly total: number
    readonly pass_rate: number
  }
}

export type SuiteSplit = 'train' | 'validation' | 'unsplit' | 'given'

interface EvaluatedCase extends Partial<CapturedRun> {
  readonly id: string
  readonly expected: string
  readonly actual: string
  readonly passed: boolean
}

/** What a suite came to. Where there is nothing to measure, a share is 1. */
export interface SuiteScore<Case> {
  readonly results: readonly Case[]
  readonly summary: {
    readonly passed: number
    readonly failed: number
    readonly precision: number
    readonly recall: number
  }
  readonly precision: number
  readonly recall: number
  readonly false_positive: number
  readonly false_negative: number
  /** Share of the cases that expect a warning and got it. */
  readonly warning_accuracy: number
}

/** One suite that was run against one pack. */
export interface EvaluatedSuite extends SuiteScore<EvaluatedCase> {
  readonly pack_name: string
  readonly ref: string
  /** The suite's file: relative to the pack, or as the caller named it. */
  readonly suite: string
  readonly split: SuiteSplit
  /** Whether the content of the pack was known, or only its catalog metadata. */
  readonly basis: 'content' | 'metadata'
  /** How it was asked, where it was asked more than once; the hash tells which description was measured. */
  readonly runs_per_query?: number
  readonly threshold?: number
  readonly description_hash?: string
}

/** One case that requires certain sections to be found (AK-236). */
export interface ContextCase {
  readonly id: string
  readonly required: number
  readonly missing: readonly string[]
  readonly recall: number
  /** Absent where nobody grades, or the case states nothing. */
  readonly grading?: Grading
}

export interface EvaluatedContext {
  readonly pack_name: string
  readonly ref: string
  readonly suite: string
  readonly cases: readonly ContextCase[]
  /** Of all required sections of the suite (AK-237). */
  readonly recall: number
}

export interface Evaluation {
  readonly suites: readonly EvaluatedSuite[]
  /** Refs of packs that were asked for and have no suite. */
  readonly without: readonly string[]
  /** Packs that were asked for and are not there. */
  readonly unknown: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
}
