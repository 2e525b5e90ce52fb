/** How clearly a prompt speaks of what a pack is about. */
export interface Match {
  readonly ref: string
  /** 0 to 1: how much of what the prompt speaks of is what the pack speaks of. */
  readonly score: number
  /** It is clear enough to be used without being named. */
  readonly matched: boolean
}
