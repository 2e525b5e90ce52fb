import type { Finding } from '../model/codes/diagnostic.ts'
import { limits } from '../model/limits.ts'
import type { Fetcher } from '../model/ports.ts'
import type { WellKnown } from '../model/documents/side-documents.ts'
import { readLlmsTxt } from '../parse/side-documents/llms-txt.ts'
import { readWellKnown } from '../parse/side-documents/well-known.ts'
import { showValue } from '../text/messages/show-value.ts'
import { urlIdentity } from './manifest-address.ts'

/** One place of an origin that was queried, and the result. */
export interface OriginStep {
  readonly via: 'well-known' | 'llms.txt' | 'root'
  readonly url: string
  /** The manifest that it names. */
  readonly manifest?: string
  readonly network?: WellKnown['network']
  readonly detail: string
  readonly code?: string
  readonly findings: readonly Finding[]
}

type Ask = (origin: URL, fetcher: Fetcher) => Promise<OriginStep>

/** The places of an origin that may name its manifest, in the order of preference (KCP §1.4). */
export const originPlaces: readonly Ask[] = [askWellKnown, askLlmsTxt, askRoot]

async function askWellKnown(origin: URL, fetcher: Fetcher): Promise<OriginStep> {
  const url = new URL('/.well-known/kcp.json', origin).href
  const step = { via: 'well-known' as const, url }
  const fetched = await fetcher.fetch({ url, maxBytes: limits.fetchBytes })
  if (fetched.outcome !== 'fetched') return { ...step, detail: fetched.message, code: fetched.code, findings: [] }
  const { value, findings } = readWellKnown(fetched.bytes, url)
  const said = [...findings, ...typeFindings(fetched.contentType)]
  if (!value) return { ...step, detail: 'It is not a discovery document.', findings: said }
  const { network } = value
  const manifest = manifestLocation(value.manifest.trim(), origin)
  return manifest === undefined
    ? {
        ...step,
        network,
        detail: `It names ${showValue(value.manifest)}, which is neither a path from the root nor an HTTPS URL.`,
        findings: said,
      }
    : { ...step, network, manifest, detail: `It names ${showValue(manifest)}.`, findings: said }
}

/** KCP §1.4: it should be served as JSON; other types are accepted. */
const typeFindings = (type: string | undefined): readonly Finding[] =>
  type === 'application/json'
    ? []
    : [
        {
          code: 'KCP715',
          message: `The discovery document is served as ${showValue(type ?? 'no type')}, not as "application/json".`,
        },
      ]

/** An absolute HTTPS URL, or a path from the root of the origin. */
export function manifestLocation(written: string, origin: URL): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(written)) return urlIdentity(written)
  if (!written.startsWith('/') || written.startsWith('//') || written.includes('\\')) return undefined
  return URL.canParse(written, origin.href) ? urlIdentity(new URL(written, origin).href) : undefined
}

async function askLlmsTxt(origin: URL, fetcher: Fetcher): Promise<OriginStep> {
  const url = new URL('/llms.txt', origin).href
  const step = { via: 'llms.txt' as const, url }
  const fetched = await fetcher.fetch({ url, maxBytes: limits.fetchBytes })
  if (fetched.outcome !== 'fetched') return { ...step, detail: fetched.message, code: fetched.code, findings: [] }
  const { value, findings } = readLlmsTxt(fetched.bytes, url, origin.origin)
  const [first] = value?.manifests ?? []
  if (first === undefined) return { ...step, detail: 'It declares no manifest.', findings }
  const manifest = new URL(`/${first}`, origin).href
  return { ...step, manifest, detail: `It names ${showValue(manifest)}.`, findings }
}

async function askRoot(origin: URL): Promise<OriginStep> {
  const manifest = new URL('/knowledge.yaml', origin).href
  return { via: 'root', url: manifest, manifest, detail: 'It is the default location.', findings: [] }
}
