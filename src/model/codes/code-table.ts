/** Properties of a code. Its page under docs/diagnostics/ starts with these. */
export interface CodeRow {
  readonly name: string
  readonly severity: 'error' | 'warning' | 'info'
  /** The problem, as a heading. */
  readonly title: string
  /** What to do, in one sentence. */
  readonly help: string
  readonly spec?: string
  /** `--strict` makes it an error. */
  readonly strict?: true
  /** The document yields no model at all. */
  readonly rejects?: true
  /** Reported only with `--lint`, because the specification asks parsers to ignore it silently. */
  readonly lint?: true
  /** An error that has a safe fallback and so does not keep the pack or manifest out of the catalog. */
  readonly fallback?: true
}

/** Keeps the codes as a type, not the whole table: the declarations of the package name only codes. */
export const codeTable = <Code extends string>(rows: Readonly<Record<Code, CodeRow>>): typeof rows => rows
