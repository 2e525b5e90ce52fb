import type { Reason } from './decision.ts'

/** Why something is in the review queue. */
export type ReviewReason = 'ungranted' | 'changed' | 'approval' | 'disputed' | 'needs-review' | 'stale'

/** What waits for a person. */
export interface ReviewItem {
  /** Of exactly this state: another edition of the entry has another id. */
  readonly id: string
  readonly ref: string
  readonly reason: ReviewReason
  /** Entry file that declares it, as shown. */
  readonly path: string
  readonly asks: readonly Pick<Reason, 'gate' | 'code' | 'sentence' | 'change'>[]
  readonly detail: string
  /** Whether an approval opens it; otherwise a command or an edit does. */
  readonly approvable: boolean
  /** What a person can run. */
  readonly command?: string
  /** The last answer to it, if it was refused. */
  readonly refused?: Pick<ReviewRecord, 'by' | 'at' | 'note'>
}

/** The answer of a person to an item. */
export interface ReviewRecord {
  readonly item: string
  readonly ref: string
  readonly codes: readonly string[]
  readonly verdict: 'grant' | 'refuse'
  readonly note: string
  /** Name of the operator key. */
  readonly by: string
  readonly at: string
}
