import { checkSignatures } from '../../distribute/check-signatures.ts'
import { plainOrigin } from '../../distribute/origin.ts'
import { inParallel } from '../../federate/resolve.ts'
import { isServedAt } from '../../federate/manifest-address.ts'
import { sentenceFor } from '../../govern/sentences.ts'
import type { Code } from '../../model/codes/codes.ts'
import type { Finding } from '../../model/codes/diagnostic.ts'
import type { FederatedSource } from '../../model/distribution/federation.ts'
import type { Fetched, FetchRequest } from '../../model/distribution/fetch.ts'
import { limits } from '../../model/limits.ts'
import type { Manifest, Unit } from '../../model/documents/manifest.ts'
import type { Fetcher } from '../../model/ports.ts'
import type { Tier } from '../../model/documents/signature.ts'
import { parseManifest } from '../../parse/manifest/manifest.ts'
import { isObject } from '../../parse/read-fields.ts'
import { parseSignatureFile } from '../../parse/signature-file.ts'
import { fileName, folderOf, isWebAddress, normalizePath } from '../../text/paths/paths.ts'
import { foldPath, isLeftOut } from '../../text/paths/tree-names.ts'
import { withoutQuery } from '../../text/notations/urls.ts'
import { showValue } from '../../text/messages/show-value.ts'
import { noPolicy } from '../sign/entry-signature.ts'
import { credentialOf, traceFor } from './credentials.ts'
import type { FederateWorld } from './federate-world.ts'

/** A manifest that is not used, and why. */
export interface NotUsed {
  readonly outcome: 'refused' | 'failed'
  readonly code: Code
  readonly message: string
}

export interface FetchedManifest {
  readonly outcome: 'fetched'
  readonly fetched: Fetched
  readonly manifest: Manifest
  readonly findings: readonly Finding[]
}

/** Fetches a manifest within the limits for remote documents (KCP §3.6, §14.3). Nothing is written yet. */
export async function fetchManifest(fetcher: Fetcher, request: FetchRequest): Promise<FetchedManifest | NotUsed> {
  const fetched = await fetcher.fetch({ ...request, maxBytes: limits.fetchBytes })
  if (fetched.outcome !== 'fetched') return fetched
  const { manifest, diagnostics } = parseManifest(fetched.bytes, {
    file: withoutQuery(request.url),
    folderName: hostOf(request.url),
  })
  if (!manifest) {
    const first = diagnostics.find(({ severity }) => severity !== 'warning')
    return refused('RUN709', `What ${quoted(request.url)} returned is not a manifest. ${first?.message ?? ''}`.trim())
  }
  const units = manifest.units.length + manifest.unusable.length
  if (units > limits.remoteUnits)
    return refused(
      'RUN708',
      `The manifest ${quoted(request.url)} has ${units} units; at most ${limits.remoteUnits} are used.`,
    )
  return { outcome: 'fetched', fetched, manifest, findings: servingFindings(manifest, fetched.url) }
}

const refused = (code: Code, message: string): NotUsed => ({ outcome: 'refused', code, message })

function servingFindings({ serving }: Manifest, url: string): readonly Finding[] {
  if (isServedAt(serving?.manifest, url)) return []
  const listed = serving?.manifest?.map((one) => quoted(one)).join(', ')
  return [
    {
      code: 'RUN711',
      message: `The manifest was fetched from ${quoted(url)}; it says that it is served at ${listed || 'no address'}.`,
    },
  ]
}

const quoted = (url: string): string => showValue(withoutQuery(url))

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '')

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

/** The signature of a fetched manifest; requested only if the user has keys, or it or its last copy is signed. */
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

interface Copied {
  readonly root: string
  /** Path of the copy, from the root. */
  readonly copy: string
  readonly manifest: Manifest
  readonly fetched: Fetched
  readonly request: FetchRequest
  /** The manifest that declares it, if it is granted. */
  readonly by: readonly Manifest[]
  /** An ungranted manifest gets no credential and no trace. */
  readonly isGranted: boolean
}

/**
 * Fetches the files of public units into the folder of the copy, from below the URL of the manifest. Once they are
 * there, a grant pins them like any other file.
 */
export async function fetchContent(
  { root, copy, manifest, fetched, request, by, isGranted }: Copied,
  world: FederateWorld,
): Promise<NonNullable<FederatedSource['files']>> {
  const paths = [...new Set(manifest.units.filter(isOpen).map(({ path }) => normalizePath(path)))]
  const due = paths.filter((path) => mayBeWritten(path, fileName(copy))).slice(0, limits.remoteFiles)
  const base = new URL('./', fetched.url)
  const results = await inParallel(due, limits.parallelFetches, async (path) => {
    const url = new URL(path.split('/').map(encodeURIComponent).join('/'), base)
    // Only paths below the manifest belong to it.
    if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return false
    const found = await world.fetcher.fetch({
      url: url.href,
      maxBytes: limits.fetchBytes,
      ...(request.updateFrequency === undefined ? {} : { updateFrequency: request.updateFrequency }),
      ...(isGranted ? credentialOf(manifest.auth, url.href, world) : {}),
      ...traceFor([...by, ...(isGranted ? [manifest] : [])], url.href, world),
    })
    return found.outcome === 'fetched' && world.write(root, `${folderOf(copy)}/${path}`, found.bytes).ok
  })
  const count = results.filter(Boolean).length
  return { fetched: count, left: new Set(manifest.units.map(({ path }) => path)).size - count }
}

/** Units that need a credential or are elsewhere are not copied. */
const isOpen = ({ access = 'public', path, unreadable }: Unit): boolean =>
  access === 'public' && !isWebAddress(path) && !unreadable.some(({ field }) => field === 'access')

/** Not the copy itself, nor files that are never installed: settings, commands and instructions of other programs. */
const mayBeWritten = (path: string, entryFile: string): boolean =>
  path !== '' && ![entryFile, `${entryFile}.sig`].includes(foldPath(path)) && !isLeftOut(path)
