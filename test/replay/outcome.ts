/** Names the file that outcomes are appended to, one line each. */
export const logVariable = 'LOREFENCE_REPLAY_LOG'

/** What became of one receipt that a test was given. */
export interface Outcome {
  readonly file: string
  readonly test: string
  /** Of the release. */
  readonly kind: string
  /** Absent where it replayed to the same bytes and nothing else differed. */
  readonly detail?: string
}
