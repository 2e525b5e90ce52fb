/** How clearly a prompt matches the subject of a pack. */
export interface Match {
  readonly ref: string
  /** 0 to 1: share of the prompt's subject that the pack covers. */
  readonly score: number
  /** Clear enough to use the pack without being named. */
  readonly matched: boolean
}
