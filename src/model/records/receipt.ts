import type { Decision, Obligation } from '../decisions/decision.ts'
import type { Severity } from '../codes/diagnostic.ts'
import type { ReadOutcome } from '../reading/read.ts'
import type { Requester } from '../decisions/requester.ts'
import type { ActivationMode } from '../tables/vocabulary.ts'

export interface ReceiptSpan {
  readonly ref: string
  readonly path: string
  readonly start: number
  readonly end: number
  /** The same in bytes of the UTF-8 text without a byte order mark, for tools that read bytes (AK-204). */
  readonly bytes?: { readonly start: number; readonly end: number }
  readonly fileDigest: string
  readonly spanDigest: string
  /** Its section of the file; omitted where content must not be logged. */
  readonly headings?: readonly string[]
  /** The parts that were shown, where something between them was omitted. */
  readonly stretches?: readonly { readonly start: number; readonly end: number }[]
  /** Evidence for it in the source map or the text itself. */
  readonly citations?: readonly string[]
  /** Shown as evidence, after the answer. */
  readonly evidence?: true
  /** The session already had it, so only its digest was shown. */
  readonly repeated?: true
}

/** The state in which a pack or unit was used. */
export interface ReceiptSource {
  readonly ref: string
  readonly version?: string
  readonly status?: string
  readonly profile?: string
  readonly mode?: string
  readonly sourceMapDigest?: string
  /** File or URL of the included manifest that declares a unit of a composed one (KCP §3.11). */
  readonly includedFrom?: string
  /** How it was activated, where one release has several modes (AK-358). */
  readonly activation?: ActivationMode
}

/** A warning of a release (AK-360). */
export interface ReceiptWarning {
  /** The entry it is about; absent for one about the whole release. */
  readonly ref?: string
  readonly code: string
  readonly severity: Severity
  /** Relative to the entry. */
  readonly path?: string
  /** Omitted where content must not be logged. */
  readonly message?: string
}

/** A claim of a source map that released text states (AK-360). */
export interface ReceiptClaim {
  readonly ref: string
  /** The file that states it. */
  readonly path: string
  readonly id: string
  readonly status: string
  /** `path#anchor` */
  readonly source?: string
}

/** The place of a fact that was released without a source. */
interface ReceiptGap {
  readonly ref: string
  readonly path: string
  readonly section: string
}

/** An access that its publisher requires to be logged or traced (KCP §3.2, §3.5). */
export interface AuditEntry {
  readonly ref: string
  readonly path: string
  /** Restrictions that were acknowledged with the access. */
  readonly restrictions: readonly string[]
  readonly obligations: readonly Obligation[]
  readonly traceparent?: string
  readonly tracestate?: string
}

/** Metadata that was not shown because it commands its reader (KCP §16.3). */
export interface WithheldText {
  readonly ref: string
  /** JSON pointer into the manifest. */
  readonly path: string
  readonly reason: 'tool-call' | 'injection' | 'command'
  readonly sha256: string
  /** Version of the rules. */
  readonly rules: number
}

/** Proof of one release. `proof` covers what any machine can reproduce; `link` chains the previous record. */
export interface Receipt {
  readonly id: string
  readonly time: string
  /** The kind of release; absent for an answer to a task. */
  readonly kind?: 'guide' | 'evidence' | 'query' | 'unit' | 'catalog' | 'manifest'
  /** Nothing was released: a client of a server requested a unit, and the decisions contain the reasons. */
  readonly refused?: true
  /** How the packs were activated (AK-131). */
  readonly activation?: ActivationMode
  /** Empty where there was none or where it must not be stored. */
  readonly task: string
  /** Other words from the caller; omitted where the task must not be stored. */
  readonly also?: readonly string[]
  /** The receipt whose reply this one continues. */
  readonly after?: string
  /** The outcome of a read, not the number that `rank` calls strength. */
  readonly strength?: ReadOutcome
  /** Version of the selection that chose the spans; absent in records of the first. */
  readonly engine?: number
  /** Keyed hash of a task that must not be stored. */
  readonly taskHash?: string
  /** Evidence was requested as well. */
  readonly withEvidence?: true
  /** Refs that the caller named. */
  readonly named?: readonly string[]
  readonly requester: Requester
  /** Name of the credential that a server accepted. */
  readonly client?: string
  /** Id of the folders that were searched, to list receipts of one workspace. */
  readonly workspace?: string
  /** The moment for which a person had it decided; absent: that of the record. */
  readonly decidedAt?: string
  /** The trace of the request to a server. */
  readonly traceparent?: string
  readonly budget: number
  /** The caller requested this budget; absent where it was only a limit. */
  readonly budgetAsked?: true
  readonly tokenizer: string
  readonly version: string
  /** For released content, every reason; for refused content, the reasons of the refusal. */
  readonly decisions: readonly Decision[]
  /** How many candidates got which verdict. */
  readonly considered?: { readonly allow: number; readonly ask: number; readonly deny: number }
  readonly obligations?: readonly Obligation[]
  readonly sources?: readonly ReceiptSource[]
  readonly spans: readonly ReceiptSpan[]
  readonly fencedDigest: string
  readonly warnings?: readonly ReceiptWarning[]
  readonly claims?: readonly ReceiptClaim[]
  readonly citationGaps?: readonly ReceiptGap[]
  readonly withheldText?: readonly WithheldText[]
  readonly audit?: readonly AuditEntry[]
  /** Digest of the caller's session. */
  readonly session?: string
  /** The receipt that this release repeats. */
  readonly replayOf?: string
  /** The last records of other segments when this one was written: while this one exists, their loss is detected. */
  readonly anchors?: readonly SegmentAnchor[]
  readonly proof: string
  readonly link: string
}

/** A record of another segment, by its link. */
export interface SegmentAnchor {
  readonly segment: string
  readonly link: string
}

/** Position of a record in the chain. */
export interface ChainPlace {
  /** Link of the record before it in its segment; of a first record, the digest of the segment's head. */
  readonly lastLink: string
  readonly anchors: readonly SegmentAnchor[]
}
