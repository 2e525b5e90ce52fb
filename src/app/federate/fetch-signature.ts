import { checkSignatures } from '../../distribute/check-signatures.ts'
import { plainOrigin } from '../../distribute/origin.ts'
import { sentenceFor } from '../../govern/sentences.ts'
import type { Fetched, FetchRequest } from '../../model/fetch.ts'
import { limits } from '../../model/limits.ts'
import type { Manifest } from '../../model/manifest.ts'
import type { Tier } from '../../model/signature.ts'
import { isObject } from '../../parse/read-fields.ts'
import { parseSignatureFile } from '../../parse/signature-file.ts'
import { noPolicy } from '../sign/entry-signature.ts'
import type { FederateWorld } from './federate-world.ts'

interface Signing {
  readonly request: FetchRequest
  readonly fetched: Fetched
  readonly manifest: Manifest
  /** Where its copy will be. */
  readonly place: string
  /** Whether a signed copy exists, and has the same bytes. */
  readonly before: 'same' | 'other' | undefined
}

interface SignedCopy {
  /** Bytes of the signature file, if there is one. */
  readonly bytes?: Uint8Array
  readonly tier?: Tier
  /** Why nothing of it may be stored. */
  readonly refused?: string
}

/** The signature of a fetched manifest; requested only if the user has keys, or the manifest or its last copy is signed. */
export async function fetchSignature(
  { request, fetched, manifest, place, before }: Signing,
  { fetcher, policy, ports }: FederateWorld,
): Promise<SignedCopy> {
  if (!policy && manifest.signing === undefined && !ports.editions?.find(place) && !before) return {}
  const url = new URL(fetched.url)
  url.pathname += '.sig'
  // A credential is only for the origin of the declared URL.
  const isSameOrigin = url.origin === new URL(request.url).origin
  const { authorization, header, ...rest } = request
  const found = await fetcher.fetch({
    ...rest,
    ...(isSameOrigin && authorization !== undefined ? { authorization, ...(header ? { header } : {}) } : {}),
    url: url.href,
    maxBytes: limits.fetchBytes,
  })
  // Only "not found" shows that the server no longer has a signature.
  if (before === 'other' && found.outcome !== 'fetched' && found.code !== 'RUN722')
    return { refused: `Its signature was not fetched, and the copy before was signed. ${found.message}` }
  const bytes = found.outcome === 'fetched' ? found.bytes : undefined
  const file = bytes && parseSignatureFile(bytes)
  const origin = { kind: 'fetched' as const, value: plainOrigin(fetched.url) ?? '' }
  const declaredKey = isObject(manifest.signing) ? manifest.signing['public_key'] : undefined
  const checked =
    bytes && !file
      ? { tier: 'failed' as const, code: 'signature-unreadable' }
      : checkSignatures(
          {
            content: fetched.bytes,
            ...(file ? { file } : {}),
            declaredKey: typeof declaredKey === 'string' ? declaredKey : undefined,
            origin,
          },
          policy ?? noPolicy,
        )
  if (checked.tier === 'failed')
    return { refused: `Its signature does not allow it. ${sentenceFor(checked.code).sentence}` }
  return { ...(bytes ? { bytes } : {}), tier: checked.tier }
}
