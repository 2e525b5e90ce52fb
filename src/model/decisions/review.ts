import type { Reason } from './decision.ts'
import type { EntrySignature } from '../documents/signature.ts'

/** Why something is in the review queue. */
export type ReviewReason = 'ungranted' | 'changed' | 'approval' | 'disputed' | 'needs-review' | 'stale'

/** An item that waits for a person's decision. */
export interface ReviewItem {
  /** Identifies exactly this state; another edition of the entry has another id. */
  readonly id: string
  readonly ref: string
  readonly reason: ReviewReason
  /** Entry file that declares it, as shown. */
  readonly path: string
  readonly asks: readonly Pick<Reason, 'gate' | 'code' | 'sentence' | 'change'>[]
  readonly detail: string
  /** Whether an approval opens it; otherwise a grant, a command or an edit does. */
  readonly approvable: boolean
  /** Whether a grant of its files opens it. */
  readonly grantable: boolean
  /** Commands that a person can run. */
  readonly command?: string
  /** The last answer to it, if it was refused. */
  readonly refused?: Pick<ReviewRecord, 'by' | 'at' | 'note'>
}

/** The files that a grant would cover, for the person who decides. */
export interface ReviewedGrant {
  readonly item: string
  readonly ref: string
  /** Digest of exactly these files; an answer must contain it. */
  readonly digest: string
  readonly files: readonly ReviewedFile[]
  /** Granted files that no longer exist. */
  readonly missing: readonly string[]
  readonly bytes: number
  /** Number of places that may be a secret or an instruction to a model. */
  readonly secrets: number
  readonly injections: number
  readonly unreadable: readonly string[]
  /** Why a grant covers nothing, or not all, of folders that units name. */
  readonly uncovered: readonly string[]
  readonly signature?: Pick<EntrySignature, 'tier' | 'code' | 'signers'>
  /** Time of the grant that it would replace. */
  readonly grantedAt?: string
}

interface ReviewedFile {
  readonly path: string
  readonly digest: string
  /** Compared with the files that were granted before. */
  readonly state: 'new' | 'changed' | 'same'
}

/** The answer of a person to an item. */
export interface ReviewRecord {
  readonly item: string
  readonly ref: string
  readonly codes: readonly string[]
  readonly verdict: 'grant' | 'refuse'
  /** Digest of the granted files. */
  readonly digest?: string
  readonly note: string
  /** Name of the operator key. */
  readonly by: string
  readonly at: string
}
