/** May this requester do this, and why. A refusal is a value, never an exception. */
export type Verdict = 'allow' | 'ask' | 'deny'

/** Gates that may deny because of who asks. */
export const requesterGates = ['access', 'visibility', 'sensitivity', 'authority', 'delegation', 'compliance'] as const

export const gateNames = [
  'trust',
  'status',
  ...requesterGates,
  'capability',
  'freshness',
  'verification',
  'deprecated',
  'indexing',
  'payment',
  'rate',
  'audience',
] as const
export type GateName = (typeof gateNames)[number]

export type Obligation = 'attribution' | 'no-ai-training' | 'audit' | 'degrade' | 'cite' | 'trace' | 'note'

export interface Reason {
  readonly gate: GateName
  readonly verdict: Verdict
  readonly code: string
  readonly values?: Readonly<Record<string, string>>
  readonly sentence: string
  /** What would change the answer. */
  readonly change?: string
  /** It asked, and a person let it pass. */
  readonly approved?: true
  /** The person said so through their client, for one session. */
  readonly approvedBy?: 'client'
  readonly pointer?: string
  readonly spec?: string
  readonly obligations?: readonly Obligation[]
}

export interface Decision {
  readonly ref: string
  readonly verdict: Verdict
  readonly reasons: readonly Reason[]
}

/** A person's word that the content under `path` may be used. */
export interface Grant {
  readonly path: string
  readonly given: 'terminal' | 'unattended'
  readonly at: string
  /** Version of the program that wrote it. */
  readonly version?: string
  /** Digest per file, relative to `path`; a `follow` grant binds the folder instead. */
  readonly files?: Readonly<Record<string, string>>
  /** Digest per entry file of what discovery reads of it, so that a changed description is noticed before a model sees it. */
  readonly entries?: Readonly<Record<string, string>>
  readonly follow?: true
  /** User id that owned a followed folder; when it changes hands, the grant is void. */
  readonly owner?: number
  /** Never stored: what discovery read now is not what was granted. */
  readonly changed?: true
}

/** A person's word that one ask passes; good for 24 hours. */
export interface Approval {
  readonly ref: string
  /** Folder of the entry it was given for; another one of the same name is not meant. */
  readonly path: string
  /** Code of the reason that asked. */
  readonly code: string
  /** `client`: the client asked the person; held in memory for one session, never stored. */
  readonly given: 'terminal' | 'unattended' | 'client'
  readonly at: string
  readonly until: string
}
