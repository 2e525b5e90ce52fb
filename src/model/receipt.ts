import type { Decision } from './decision.ts'
import type { Requester } from './requester.ts'
import type { ActivationMode } from './vocabulary.ts'

export interface ReceiptSpan {
  readonly ref: string
  readonly path: string
  readonly start: number
  readonly end: number
  readonly fileDigest: string
  readonly spanDigest: string
}

/** Proof of one release. `proof` covers what is reproducible on any machine; `link` chains it to the one before. */
export interface Receipt {
  readonly id: string
  readonly time: string
  /** What was released; absent means an answer to a task. */
  readonly kind?: 'guide'
  /** How the packs came to be used (AK-131). */
  readonly activation?: ActivationMode
  readonly task: string
  readonly requester: Requester
  readonly budget: number
  readonly tokenizer: string
  readonly version: string
  readonly decisions: readonly Decision[]
  readonly spans: readonly ReceiptSpan[]
  readonly fencedDigest: string
  readonly proof: string
  readonly link: string
}
