/** What is fixed about a code. Its page under docs/diagnostics/ opens with these. */
export interface CodeEntry {
  readonly name: string
  readonly severity: 'error' | 'warning' | 'info'
  /** What is so, as a heading. */
  readonly title: string
  /** What to do about it, one sentence. */
  readonly help: string
  readonly spec?: string
  /** `--strict` makes it an error. */
  readonly strict?: true
  /** The document yields no model at all. */
  readonly rejects?: true
  /** Reported only with `--lint`, because the specification asks for silence. */
  readonly lint?: true
  /** A `head` error that has a safe fallback and so does not keep the pack out of the catalog. */
  readonly fallback?: true
}
