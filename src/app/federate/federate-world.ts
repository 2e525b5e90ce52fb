import type { Finding } from '../../model/codes/diagnostic.ts'
import type { FederatedSource } from '../../model/distribution/federation.ts'
import type { Changed, Fetcher, Ports, Writer } from '../../model/ports.ts'
import type { SignaturePolicy } from '../../model/documents/signature.ts'
import type { TraceContext } from '../../record/trace-context.ts'
import type { FetchCredential } from './credentials.ts'

export interface FederateWorld {
  readonly ports: Pick<Ports, 'files' | 'clock' | 'ids' | 'editions' | 'copies'>
  readonly fetcher: Fetcher
  /** Creates or replaces a file. */
  readonly write: Writer['create']
  /** Removes a file that still has the bytes of `before`. */
  readonly remove: (root: string, path: string, change: { readonly before: Uint8Array }) => Changed
  readonly environment?: string | undefined
  /** Types of credentials that the requester holds. */
  readonly credentials?: readonly string[] | undefined
  readonly fetchCredentials?: readonly FetchCredential[]
  readonly policy?: SignaturePolicy | undefined
  /** The trace of the caller. */
  readonly trace?: TraceContext
}

export interface FederateOptions {
  /** Also follow entries of `relationship: archive`. */
  readonly archive?: boolean
  /** Also fetch the files of units. */
  readonly content?: boolean
  /** Only read what is on this disk. */
  readonly plan?: boolean
  /** Called after each manifest. */
  readonly onStep?: () => void
}

/** Where a manifest is on this disk. */
export interface CopyPlace {
  readonly root: string
  /** From the root. */
  readonly folder: string
  /** Only a granted manifest decides where a credential is sent. */
  readonly granted: boolean
}

export interface Result {
  readonly source: Omit<FederatedSource, 'id' | 'url' | 'declaredBy'>
  readonly findings?: readonly Finding[]
}

export interface Session {
  readonly world: FederateWorld
  readonly options: FederateOptions
  /** Paths of the manifests that are granted. */
  readonly granted: ReadonlySet<string>
}
