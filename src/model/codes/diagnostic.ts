import type { Code } from './codes.ts'

/**
 * `error`: the specification rejects it. `warning`: the specification requires a warning. `info`: advice of lorefence.
 */
export type Severity = 'error' | 'warning' | 'info'

/** Counted from 1; columns count UTF-16 units, as editors do. */
export interface Position {
  readonly line: number
  readonly column: number
}

export interface Range {
  readonly start: Position
  readonly end: Position
}

export interface Place {
  readonly file: string
  /** JSON pointer into the document; `''` is the whole of it. */
  readonly pointer: string
  readonly range?: Range
}

export interface Edit {
  readonly range: Range
  readonly text: string
}

/** A change that a tool may apply, because it cannot alter the author's meaning. */
export interface Fix {
  readonly title: string
  readonly edits: readonly Edit[]
}

export interface Diagnostic {
  readonly code: Code
  readonly name: string
  readonly severity: Severity
  readonly message: string
  readonly where: Place
  readonly help?: string
  readonly spec?: string
  readonly related?: readonly { readonly message: string; readonly where: Place }[]
  readonly fix?: Fix
}

/** Offsets into a text, end exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What a parser or a rule reports; `diagnose` adds position, severity and help to make a `Diagnostic`. */
export interface Finding {
  readonly code: Code
  readonly message: string
  readonly pointer?: string
  /** Point at the key instead of the value. */
  readonly atKey?: boolean
  readonly span?: Span
  /** Another file than the document, relative to the document's folder, with the range in it. */
  readonly file?: string
  readonly range?: Range
  readonly help?: string
  readonly related?: { readonly message: string; readonly pointer: string; readonly span?: Span }
  /** Replace the value (or the key, with `atKey`) by this text. */
  readonly replacement?: { readonly title: string; readonly text: string }
  /** Overrides the code's own severity where the specification grades one rule twice. */
  readonly severity?: Severity
}

export type Report = (finding: Finding) => void
