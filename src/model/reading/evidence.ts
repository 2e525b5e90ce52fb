import type { Fenced } from '../decisions/brands.ts'
import type { Decision } from '../decisions/decision.ts'
import type { RefusedGuide, UnknownGuide } from './guide.ts'
import type { Excerpt, Omission } from './read.ts'
import type { Receipt } from '../records/receipt.ts'

/** Which evidence to return; without claim and section, the list of claims. */
export interface EvidenceOptions {
  /** Id of a claim of the source map, or `path:line` of a claim that a file records. */
  readonly claim?: string
  /** `path#heading` of a section. */
  readonly section?: string
  readonly budget?: number
}

/** A claim that a pack records. Its text is in the fence, where a file of the pack states it. */
export interface ClaimEntry {
  readonly id: string
  readonly status: string
  /** `path#anchor`; absent when it names no source. */
  readonly source?: string
  readonly updated?: string
  /** Files that state it. */
  readonly statedIn: readonly string[]
}

/** A finding of the newest compile run. */
export interface RunFinding {
  /** Path of the run record. */
  readonly run: string
  readonly severity: string
  readonly path: string
  readonly message: string
}

/** Who made a pack, as it declares it. */
export interface Provenance {
  readonly kind?: string
  readonly name?: string
  readonly version?: string
  readonly digest?: string
  /** The Builder Skill of the newest compile run. */
  readonly compiledBy?: string
}

export interface ReleasedEvidence {
  readonly outcome: 'given'
  readonly ref: string
  /** The requested claims; all of the pack when none was requested. */
  readonly claims: readonly ClaimEntry[]
  /** `path#anchor` of all evidence for the request. */
  readonly anchors: readonly string[]
  /** Findings about the request. */
  readonly findings: readonly RunFinding[]
  readonly provenance?: Provenance
  readonly excerpts: readonly Excerpt[]
  /** Exactly what the model sees. */
  readonly fenced: Fenced
  /** Tokens of `fenced`, envelope included. */
  readonly tokens: number
  readonly tokenizer: string
  readonly omitted: readonly Omission[]
  readonly missing: readonly string[]
  readonly decision: Decision
  readonly receipt: Receipt
}

export type Evidence = ReleasedEvidence | RefusedGuide | UnknownGuide
