import { spanOf } from '../../record/trace-context.ts'
import type { FederateWorld } from './federate-world.ts'
import type { FetchRequest } from '../../model/distribution/fetch.ts'
import type { FederatedManifest, Manifest } from '../../model/documents/manifest.ts'
import { showValue } from '../../text/messages/show-value.ts'

/** A credential of the operator for one origin. */
export interface FetchCredential {
  /** `host:port`. */
  readonly origin: string
  /** The type of an auth method. */
  readonly type: string
  readonly value: string
}

/** The operator's credential for the first declared method, only for that origin (KCP §3.3, §3.6). */
export function credentialFor(
  auth: Manifest['auth'],
  url: string,
  credentials: readonly FetchCredential[] = [],
): { readonly type: string; readonly value: string; readonly header?: string } | undefined {
  const { hostname, port } = new URL(url)
  const origin = `${hostname}:${port || '443'}`
  for (const { type, header } of auth?.methods ?? []) {
    const held = credentials.find((one) => one.origin === origin && one.type === type)
    if (!held || type === undefined) continue
    if (type !== 'api_key') return { type, value: `Bearer ${held.value}` }
    return header !== undefined && isKeyHeader(header)
      ? { type, value: held.value, header }
      : { type, value: held.value }
  }
  return undefined
}

/** A manifest names the header of its key, and must not set any other. */
const isKeyHeader = (name: string): boolean => /^(?:x-[a-z0-9-]{1,60}|[a-z0-9-]{0,60}api-?key)$/i.test(name)

/** Why a manifest is not fetched without an identity (KCP §3.6); its links are never opened. */
export function heldIdentity(
  identity: FederatedManifest['agentIdentity'],
  credentials: readonly string[],
): string | undefined {
  const { required, credentialHint, docsUrl } = identity ?? {}
  // Everything but a clear no restricts.
  if (required === undefined || required === null || required === false || required === 'no' || required === 'false')
    return undefined
  if (credentialHint !== undefined && credentials.includes(credentialHint)) return undefined
  const kind = credentialHint === undefined ? 'a credential' : `the credential ${showValue(credentialHint)}`
  const docs = docsUrl === undefined ? '' : ` How to get it: ${showValue(docsUrl)}.`
  return `It is for agents with ${kind}, which "requester: {credentials: […]}" in your config does not list.${docs}`
}

/** KCP §3.2, §3.4: a granted manifest may ask that every access is part of a trace. */
export function traceFor(
  granted: readonly Pick<Manifest, 'trust' | 'delegation'>[],
  url: string,
  { ports, trace }: Pick<FederateWorld, 'ports' | 'trace'>,
): Pick<FetchRequest, 'trace'> {
  const isAsked = granted.some(
    ({ trust, delegation }) => trust?.audit?.requireTraceContext === true || delegation?.auditChain === true,
  )
  return isAsked ? { trace: spanOf(ports.ids.next(), url, trace) } : {}
}

export function credentialOf(
  auth: Manifest['auth'],
  url: string,
  { fetchCredentials }: Pick<FederateWorld, 'fetchCredentials'>,
): Pick<FetchRequest, 'authorization' | 'header'> {
  const { value, header } = credentialFor(auth, url, fetchCredentials) ?? {}
  if (value === undefined) return {}
  return header === undefined ? { authorization: value } : { authorization: value, header }
}
