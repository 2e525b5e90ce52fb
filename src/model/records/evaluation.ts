import type { Fenced } from '../decisions/brands.ts'
import type { Diagnostic } from '../codes/diagnostic.ts'

export interface EvaluateOptions {
  /** Names, refs or folders; absent means every pack that has a suite. */
  readonly packs?: readonly string[]
  /** A suite of the caller, instead of those in the pack. */
  readonly suite?: { readonly file: string; readonly bytes: Uint8Array }
  /** How often each prompt is run, for a selector that is not deterministic (AK-241). */
  readonly runs?: number
  /** Share of the runs that must select a pack for the prompt to select it. Default: 0.5. */
  readonly threshold?: number
  /** Replaces our own matcher, which is deterministic. */
  readonly select?: (prompt: string, ref: string) => boolean
  /** Grades the assertions of answer suites; without one nothing is graded. */
  readonly grader?: Grader
}

/** Result of one read for the prompt of a case (AK-239): numbers and file names, no content. */
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

/** Checks whether the text of a read supports a statement. It may be a model, so it gets fenced text. */
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

/** Result of a suite. Where there is nothing to measure, a share is 1. */
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
  /** Share of the cases expecting a warning that got one. */
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
  /** Present where prompts were run more than once; the hash identifies the description that was measured. */
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
  /** Share of the returned excerpts that are from a required place; 1 where nothing is required. */
  readonly precision: number
  /** Tokens of the returned text. */
  readonly tokens: number
  readonly outcome: 'answered' | 'weak' | 'nothing'
  /** The pack does not answer it, and whether the read claimed that it does. */
  readonly absent?: true
  readonly wrong?: boolean
  /** Absent without a grader, or where the case asserts nothing. */
  readonly grading?: Grading
}

export interface EvaluatedContext {
  readonly pack_name: string
  readonly ref: string
  readonly suite: string
  readonly cases: readonly ContextCase[]
  readonly type: string
  /** Over all required sections of the suite (AK-237). */
  readonly recall: number
  /** Over the cases with a requirement. */
  readonly precision: number
  /** Average of the returned text. */
  readonly tokens: number
  /** Share of the cases without an answer in the pack for which a read claimed one; 0 without such cases. */
  readonly wrong_when_absent: number
}

export interface Evaluation {
  readonly suites: readonly EvaluatedSuite[]
  /** Refs of requested packs without a suite. */
  readonly without: readonly string[]
  /** Requested packs that do not exist. */
  readonly unknown: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
}

/** The quality of a pack, or of all packs of one type, in numbers. Absent: not measured by any suite. */
export interface QualityRow {
  readonly name: string
  readonly type: string
  readonly cases: number
  /** Whether prompts select the pack. */
  readonly selectionPrecision?: number
  readonly selectionRecall?: number
  /** Whether reads find the required sections. */
  readonly precision?: number
  readonly recall?: number
  readonly tokens?: number
  readonly wrongWhenAbsent?: number
}

/** The figures of the packs that one run measured. */
export interface QualityRun {
  readonly time: string
  readonly packs: readonly QualityRow[]
}
