/** How far a signature can be trusted (KCP §16.2): computed here, never taken from a file. */
export type Tier = 'trusted' | 'known' | 'unsigned' | 'failed'

/** A key on the user's allow-list. */
export interface TrustedKey {
  readonly keyId: string
  /** 32 bytes in base64; absent if the written key is unusable, which then verifies nothing. */
  readonly publicKey?: string
  /** Origins that only its signatures may speak for; absent: it is not bound to one. */
  readonly domains?: readonly string[]
}

/** The user's settings for signatures. */
export interface SignaturePolicy {
  readonly keys: readonly TrustedKey[]
  /** Ids or public keys. */
  readonly revoked: readonly string[]
  /** How many listed keys must have signed. */
  readonly threshold: number
  /** Entries with too few signatures by listed keys are refused. */
  readonly required: boolean
  /** The remote of a checkout counts as its origin, although anyone can write it. */
  readonly allowDerivedOrigin: boolean
}

/** Where an entry comes from, and on whose authority (KCP §16.2). */
export type SignatureOrigin =
  | { readonly kind: 'asserted' | 'fetched' | 'derived'; readonly value: string }
  | { readonly kind: 'none' }

/** One signature as a file has it; nothing in it is trusted. */
export interface WrittenSignature {
  readonly algorithm?: string
  readonly keyId?: string
  readonly publicKey?: string
  /** 64 bytes. */
  readonly value: Uint8Array
  /** The protected header of a detached JWS, which is signed with the content. */
  readonly jwsHeader?: string
}

/** The content of a signature file. */
export interface SignatureFile {
  readonly signatures: readonly WrittenSignature[]
  /** For a pack: the signed SHA-256 of every file, in hexadecimal. */
  readonly files?: Readonly<Record<string, string>>
}

/** The verified state of an entry's signature. */
export interface EntrySignature {
  readonly tier: Tier
  /** Code of the signature gate's reason. */
  readonly code: string
  /** Ids of the listed keys that signed, each key once. */
  readonly signers: readonly string[]
  readonly origin: SignatureOrigin
  /** Start of the digest of an unlisted key that signed. */
  readonly key?: string
  /** The edition of the entry, if a listed key signed it. */
  readonly edition?: SignedEdition
  /** The newest edition that was signed here before, where this one is older. */
  readonly newest?: SignedEdition
  /** For a pack with a valid signature: the SHA-256 of every signed file. */
  readonly files?: Readonly<Record<string, string>>
}

/** Orders the signed editions of an entry. */
export interface SignedEdition {
  readonly version?: string
  readonly updated?: string
}
