import type { Diagnostic } from './diagnostic.ts'

export interface EvaluateOptions {
  /** Names, refs or folders; absent means every pack that has a suite. */
  readonly packs?: readonly string[]
  /** A suite of the caller's own, instead of those in the pack. */
  readonly suite?: { readonly file: string; readonly bytes: Uint8Array }
}

export type SuiteSplit = 'train' | 'validation' | 'unsplit' | 'given'

/** One suite that was run against one pack. */
export interface EvaluatedSuite {
  readonly pack_name: string
  readonly ref: string
  /** The suite's file: relative to the pack, or as the caller named it. */
  readonly suite: string
  readonly split: SuiteSplit
  /** Whether the content of the pack was known, or only its catalog metadata. */
  readonly basis: 'content' | 'metadata'
  readonly results: readonly { readonly id: string; readonly expected: string; readonly actual: string; readonly passed: boolean }[]
  readonly summary: { readonly passed: number; readonly failed: number; readonly precision: number; readonly recall: number }
  readonly precision: number
  readonly recall: number
  readonly false_positive: number
  readonly false_negative: number
  readonly warning_accuracy: number
}

/** One case that requires certain sections to be found (AK-236). */
export interface ContextCase {
  readonly id: string
  readonly required: number
  readonly missing: readonly string[]
  readonly recall: number
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
