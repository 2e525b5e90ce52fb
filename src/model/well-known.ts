import type { ReadOf } from './fields.ts'
import type { wellKnownFields } from './tables/manifest-fields.ts'

type WellKnownHead = ReadOf<typeof wellKnownFields>
type Network = NonNullable<WellKnownHead['network']>

/** `/.well-known/kcp.json` (KCP §1.4). */
export interface WellKnown extends Omit<WellKnownHead, 'kcpVersion' | 'manifest' | 'network'> {
  readonly kcpVersion: string
  /** An absolute URL or a root-relative path. */
  readonly manifest: string
  /** Without a known role it is `standalone` (KCP §3.7). */
  readonly network: Omit<Network, 'role'> & { readonly role: NonNullable<Network['role']> }
}
