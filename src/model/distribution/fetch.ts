import type { Code } from '../codes/codes.ts'

export interface FetchRequest {
  readonly url: string
  /** Most bytes, before and after decompression. */
  readonly maxBytes?: number
  /** Most milliseconds, redirects included. */
  readonly maxMilliseconds?: number
  /** Sent to the origin of `url` only; the response is not cached. */
  readonly authorization?: string
  /** The header for it; `authorization` by default. */
  readonly header?: string
  /** Sent with every request (KCP §3.2, §3.4). */
  readonly trace?: { readonly traceparent?: string; readonly tracestate?: string }
  /** As the declaring manifest states it (KCP §3.6); it may lengthen the use of a cached response. */
  readonly updateFrequency?: string
}

export interface Fetched {
  readonly outcome: 'fetched'
  /** After redirects. */
  readonly url: string
  readonly redirects: number
  /** The checked address that the bytes came from. */
  readonly address: string
  readonly bytes: Uint8Array
  /** Digest of the bytes after decompression. */
  readonly digest: string
  /** In lower case, without parameters; absent where it is none. */
  readonly contentType?: string
  readonly etag?: string
  readonly lastModified?: string
  /** `fresh`: nothing was sent. `revalidated`: the server confirmed the cached bytes. */
  readonly cache: 'unused' | 'fresh' | 'revalidated'
}

/** Codes of refusals by a rule or a limit of lorefence, independent of the network. */
export type RefusalCode = Extract<Code, 'RUN701' | 'RUN702' | 'RUN703' | 'RUN704' | 'RUN705' | 'RUN706' | 'RUN707'>
/** Codes of what the network or the server did. */
export type FailureCode = Extract<Code, 'RUN720' | 'RUN721' | 'RUN722'>

export type NotFetched =
  | { readonly outcome: 'refused'; readonly code: RefusalCode; readonly message: string }
  | { readonly outcome: 'failed'; readonly code: FailureCode; readonly message: string }

/** A credential of the operator for one origin; its value is in the environment, never in a file of lorefence. */
interface CredentialSetting {
  /** `host:port`. */
  readonly origin: string
  /** As auth methods name it. */
  readonly type: string
  /** Name of the environment variable. */
  readonly env: string
}

/** Settings of the operator. */
export interface FetchSettings {
  /** Exact `host:port` that may be at an address of an intranet. */
  readonly allow: readonly string[]
  /** `http://host:port` of a proxy; those of the environment are ignored. */
  readonly proxy?: string
  readonly credentials?: readonly CredentialSetting[]
}
