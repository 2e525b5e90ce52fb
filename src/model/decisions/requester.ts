import type { Sensitivity } from '../tables/vocabulary.ts'

/** Facts about the requester. An absent fact is unknown, never assumed favourable. */
export interface Requester {
  readonly environment?: string
  readonly role?: string
  readonly audience?: string
  readonly region?: string
  readonly model?: 'local' | 'external'
  readonly authenticated?: boolean
  /** Types of credentials, as auth methods name them; counted where a unit declares its own methods. */
  readonly credentials?: readonly string[]
  readonly scopes?: readonly string[]
  /** Scopes of the agent that delegated to this one. */
  readonly parentScopes?: readonly string[]
  readonly capabilities?: readonly string[]
  readonly depth?: number
  /** It presents a proof of every delegation that led to it. */
  readonly delegationProof?: boolean
  /** Providers that attest what it is. */
  readonly attestations?: readonly string[]
  /** Tier of request limits (KCP §4.15); absent for the default with or without a credential. */
  readonly tier?: 'premium'
  readonly clearance?: Sensitivity
}
