import type { Requester } from './requester.ts'

/** A credential for `lorefence serve`. The key itself is nowhere on this machine. */
export interface ApiKey {
  readonly name: string
  readonly tokenSha256: string
  /** Facts by which the gates decide about whoever has it. */
  readonly requester: Requester
  /** A person has it, who sees all receipts and answers reviews; never an agent. */
  readonly operator?: true
  readonly created: string
  /** From this time on it is not accepted. */
  readonly expires?: string
}
