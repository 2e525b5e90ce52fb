import type { Decision, Obligation } from './decision.ts'
import type { ReadOutcome } from './read.ts'
import type { Requester } from './requester.ts'
import type { ActivationMode } from './vocabulary.ts'

export interface ReceiptSpan {
  readonly ref: string
  readonly path: string
  readonly start: number
  readonly end: number
  /** The same in bytes of the UTF-8 text, a byte order mark not counted, for tools that read files as bytes (AK-204). */
  readonly bytes?: { readonly start: number; readonly end: number }
  readonly fileDigest: string
  readonly spanDigest: string
  /** Where it stands in its file; left out where content must not be logged. */
  readonly headings?: readonly string[]
  /** The parts that were shown, where something between them was left out. */
  readonly stretches?: readonly { readonly start: number; readonly end: number }[]
  /** Evidence that the source map, or the text itself, names for it. */
  readonly citations?: readonly string[]
  /** Shown as evidence, behind the answer. */
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
}

/** An access that its publisher wants logged or traced (KCP §3.2, §3.5). */
export interface AuditEntry {
  readonly ref: string
  readonly path: string
  /** Restrictions that were acknowledged with the access. */
  readonly restrictions: readonly string[]
  readonly obligations: readonly Obligation[]
  readonly traceparent?: string
  readonly tracestate?: string
}

/** Proof of one release. `proof` covers what is reproducible on any machine; `link` chains the whole record to the one before. */
export interface Receipt {
  readonly id: string
  readonly time: string
  /** What was released; absent means an answer to a task. */
  readonly kind?: 'guide' | 'evidence' | 'query' | 'unit' | 'catalog'
  /** How the packs came to be used (AK-131). */
  readonly activation?: ActivationMode
  /** In words; the empty text where there was none or where it may not be kept. */
  readonly task: string
  /** Other words that the caller brought; left out where the task may not be kept. */
  readonly also?: readonly string[]
  /** The receipt whose reply this one continues. */
  readonly after?: string
  /** What a read came to. */
  readonly strength?: ReadOutcome
  /** Edition of the selection that chose the spans; absent in records of the first. */
  readonly engine?: number
  /** Keyed hash of a task whose words may not be kept. */
  readonly taskHash?: string
  /** What the citations point to was asked for as well. */
  readonly withEvidence?: true
  /** Refs that the caller named. */
  readonly named?: readonly string[]
  readonly requester: Requester
  readonly budget: number
  /** The caller asked for this budget; absent where it was only a ceiling. */
  readonly budgetAsked?: true
  readonly tokenizer: string
  readonly version: string
  /** Of what was released, with every reason; of what was refused, the reasons that refused. */
  readonly decisions: readonly Decision[]
  /** How many candidates got which verdict. */
  readonly considered?: { readonly allow: number; readonly ask: number; readonly deny: number }
  readonly obligations?: readonly Obligation[]
  readonly sources?: readonly ReceiptSource[]
  readonly spans: readonly ReceiptSpan[]
  readonly fencedDigest: string
  readonly audit?: readonly AuditEntry[]
  /** Digest of the caller's session. */
  readonly session?: string
  /** The receipt that this release repeats. */
  readonly replayOf?: string
  /** The last records of other segments when this one was written: they are missed as long as this one is there. */
  readonly anchors?: readonly SegmentAnchor[]
  readonly proof: string
  readonly link: string
}

/** A record of another segment, by its link. */
export interface SegmentAnchor {
  readonly segment: string
  readonly link: string
}

/** Where a record stands in the chain. */
export interface ChainPlace {
  /** Link of the record before it in its segment; of a first record, the digest of the segment's head. */
  readonly lastLink: string
  readonly anchors: readonly SegmentAnchor[]
}
