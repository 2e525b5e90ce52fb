import { isServedAt } from '../../federate/serving.ts'
import type { Code } from '../../model/codes.ts'
import type { Finding } from '../../model/diagnostic.ts'
import type { Fetched, FetchRequest } from '../../model/fetch.ts'
import { limits } from '../../model/limits.ts'
import type { Manifest } from '../../model/manifest.ts'
import type { Fetcher } from '../../model/ports.ts'
import { parseManifest } from '../../parse/manifest/manifest.ts'
import { showValue } from '../../text/show-value.ts'
import { withoutQuery } from '../../text/paths/without-query.ts'

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
