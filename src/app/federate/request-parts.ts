import type { FetchRequest } from '../../model/fetch.ts'
import type { Manifest } from '../../model/manifest.ts'
import { spanOf } from '../../record/trace-context.ts'
import { credentialFor } from './credentials.ts'
import type { FederateWorld } from './federate-world.ts'

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
