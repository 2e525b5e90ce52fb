/** Properties of a code. Its page under docs/diagnostics/ starts with these. */
export interface CodeRow {
  readonly name: string
  readonly severity: 'error' | 'warning' | 'info'
  /** The problem, as a heading. */
  readonly title: string
  /** How to fix it, in one sentence. */
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

/** Types only the codes, not the whole table, so that the declarations of the package stay small. */
export const codeTable = <Code extends string>(rows: Readonly<Record<Code, CodeRow>>): typeof rows => rows
