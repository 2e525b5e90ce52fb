import type { Scope, Standing } from '../catalog.ts'
import type { Decision } from '../decisions/decision.ts'
import type { Diagnostic, Severity } from '../codes/diagnostic.ts'
import type { Resource } from './guide.ts'
import type { CitationGap, Excerpt, Omission, OmissionCounts, ReadOutcome } from './read.ts'
import type { Requester } from '../decisions/requester.ts'

/** A read for a person to inspect: what was selected, why, and what was omitted. */
export interface Inspection {
  readonly outcome: ReadOutcome
  /** Exactly what a model sees. */
  readonly text: string
  /** Tokens of `text`, envelopes included. */
  readonly tokens: number
  readonly tokenizer: string
  readonly budget: number
  /** Tokens of each part of `text`. */
  readonly parts: readonly InspectedPart[]
  /** For whom, and for which moment it was decided. */
  readonly requester: Requester
  readonly at: string
  /** Without their texts for a credential that may be an agent's: those come fenced, in `text`. */
  readonly excerpts: readonly InspectedExcerpt[]
  readonly omitted: readonly Omission[]
  readonly omittedCounts: OmissionCounts
  readonly missing: readonly string[]
  readonly unknownWords: readonly string[]
  readonly withheld: readonly string[]
  readonly recommendation?: string
  readonly citationGaps: readonly CitationGap[]
  readonly warnings: readonly Diagnostic[]
  /** For considered text, the reasons that refused it; for released text, every reason. */
  readonly decisions: readonly Decision[]
  readonly receipt: string
}

export type InspectedExcerpt = Omit<Excerpt, 'text'> & { readonly text?: string }

/** A stretch of the fenced text: the envelope of an entry, or a section in it. */
export interface InspectedPart {
  readonly kind: 'envelope' | 'section'
  /** The label that the part itself has: the name of the entry, or the place of a section. */
  readonly title: string
  readonly start: number
  readonly end: number
  readonly tokens: number
}

/** A whole file, to see an excerpt in it. */
export interface InspectedDocument {
  readonly ref: string
  readonly path: string
  readonly text: string
  /** The part of it that a receipt records as released. */
  readonly released: readonly { readonly start: number; readonly end: number }[]
  readonly receipt: string
}

/** An entry of the catalog, to compare it with others. */
export interface EntryRow {
  readonly ref: string
  readonly kind: 'pack' | 'manifest'
  readonly name: string
  readonly description: string
  readonly standing: Standing
  readonly enabled: boolean
  readonly scope: Scope
  readonly path: string
  readonly version?: string
  readonly updated?: string
  readonly findings: { readonly errors: number; readonly warnings: number }
  /** Paths of packs of the same name that this one is used instead of. */
  readonly shadows: readonly string[]
  /** When something of it was last released; absent if not lately. */
  readonly lastUsed?: string
  /** Bytes of the files of a granted entry, as far as known; about four are a token. */
  readonly bytes?: number
  /** For a pack. */
  readonly status?: string
  readonly profile?: string
  readonly trust?: { readonly declared?: string; readonly effective: string }
  /** For a manifest. */
  readonly units?: number
  readonly freshness?: Freshness
}

export interface Freshness {
  /** Units that are older than their policy allows. */
  readonly stale: number
  /** The first day on which another one will be. */
  readonly next?: string
}

export interface EntryDetail {
  readonly row: EntryRow
  /** For a pack; a manifest has one decision per unit. */
  readonly decision?: Decision
  readonly guide?: ShownGuide
  /** Matching units of a manifest, at most a thousand, and their number. Only for a person, like the fields below. */
  readonly units?: readonly UnitRow[]
  readonly unitCount?: number
  /** For a pack. */
  readonly suites?: readonly ShownSuite[]
  readonly findings?: readonly ShownFinding[]
  /** Conformance level of a manifest (KCP §8), and what it lacks for the next. */
  readonly level?: number
  readonly missingForNext?: readonly string[]
  readonly size?: { readonly files: number; readonly bytes: number; readonly tokens: number }
}

export interface UnitRow {
  readonly ref: string
  readonly id: string
  readonly path: string
  readonly intent?: string
  readonly validated?: string
  readonly sensitivity?: string
}

type ShownGuide =
  | {
      readonly outcome: 'given'
      /** As a model reads it. */
      readonly text: string
      readonly tokens: number
      readonly resources: readonly Resource[]
      readonly warnings: readonly string[]
      readonly receipt: string
    }
  | { readonly outcome: 'refused'; readonly omitted: readonly string[] }

interface ShownSuite {
  readonly suite: string
  readonly passed: number
  readonly failed: number
  readonly failing: readonly { readonly id: string; readonly expected: string; readonly actual: string }[]
}

/** A finding with the line that it is about. */
export interface ShownFinding {
  readonly code: string
  readonly severity: Severity
  readonly message: string
  readonly help?: string
  readonly file: string
  readonly line?: number
  readonly source?: string
}
