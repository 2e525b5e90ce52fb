/** May this requester do this, and why. A refusal is a value, never an exception. */
export type Verdict = 'allow' | 'ask' | 'deny'

/** Gates that may deny because of who asks: what one of them denies is not even named to that requester. */
export const requesterGates = ['access', 'visibility', 'sensitivity', 'authority', 'delegation', 'compliance'] as const

/** Gates that deny every requester alike, and name the reason. */
const otherGates = [
  'capability',
  'freshness',
  'temporal',
  'source',
  'integrity',
  'signature',
  'verification',
  'deprecated',
  'indexing',
  'payment',
  'rate',
  'audience',
  'artifact',
] as const

export const gateNames = ['trust', 'status', ...requesterGates, ...otherGates] as const
export type GateName = (typeof gateNames)[number]

export type Obligation = 'attribution' | 'no-ai-training' | 'audit' | 'degrade' | 'cite' | 'trace' | 'note'

export interface Reason {
  readonly gate: GateName
  readonly verdict: Verdict
  readonly code: string
  readonly values?: Readonly<Record<string, string>>
  readonly sentence: string
  /** How the requester could get another verdict. */
  readonly change?: string
  /** The gate asked, and a person approved. */
  readonly approved?: true
  /** The person approved in their client, for one session. */
  readonly approvedBy?: 'client'
  /** The gate asked, and a person refused. */
  readonly refused?: true
  /** Name of that person, for the record. */
  readonly by?: string
  /** Ref of the manifest that is asked about, where one approval opens all its units. */
  readonly asksAbout?: string
  readonly pointer?: string
  readonly spec?: string
  readonly obligations?: readonly Obligation[]
}

/** Codes of the trust gate. Despite their names, which are public, both ask for a grant, not for an approval. */
export const grantCodes = { ungranted: 'approval-required', changed: 'approval-stale' } as const

export interface Decision {
  readonly ref: string
  readonly verdict: Verdict
  readonly reasons: readonly Reason[]
}

/** A person's consent that the content under `path` may be used. */
export interface Grant {
  readonly path: string
  /** `operator`: over HTTP, with an operator key; `reviews` have who and why. */
  readonly given: 'terminal' | 'unattended' | 'operator'
  readonly at: string
  /** Version of the program that wrote it. */
  readonly version?: string
  /** Digest per file, relative to `path`; a `follow` grant binds the folder instead. */
  readonly files?: Readonly<Record<string, string>>
  /** Digest per entry file of what discovery reads, to detect a changed description before a model sees it. */
  readonly entries?: Readonly<Record<string, string>>
  /**
   * The files and folders that each entry file named when it was granted, relative to `path`. They stay closed to other
   * entries when it changes, breaks or disappears. A pack names its folder; a followed manifest names its folder too,
   * besides these.
   */
  readonly names?: Readonly<Record<string, readonly string[]>>
  /** Its entry file was drafted for plain documents and is not on the disk. */
  readonly drafted?: true
  readonly follow?: true
  /** User id that owned a followed folder; when the owner changes, the grant is void. */
  readonly owner?: number
  /** Never stored; the head that discovery read differs from the granted one. */
  readonly changed?: true
}

/** A person's answer to one `ask`, valid for 24 hours: an approval, unless it is a refusal. */
export interface Approval {
  readonly ref: string
  /** Folder of the approved entry; another one of the same name is not approved. */
  readonly path: string
  /** Digest of the manifest that asked for all its units; another edition, or another file of that name, asks again. */
  readonly manifestDigest?: string
  /** Code of the reason that asked. */
  readonly code: string
  /**
   * `operator`: over HTTP, with an operator key. `client`: the client asked the person; valid for one session, never
   * stored.
   */
  readonly given: 'terminal' | 'unattended' | 'operator' | 'client'
  /** The person refused: what asked is denied. */
  readonly refused?: true
  /** Who answered. */
  readonly by?: string
  readonly at: string
  readonly until: string
}
