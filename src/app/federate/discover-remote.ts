import { manifestLocation, originPlaces, type OriginStep } from '../../federate/discover-origin.ts'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import type { Fetcher } from '../../model/ports.ts'
import { diagnose } from '../../parse/diagnose.ts'
import { fetchManifest, type FetchedManifest } from './fetch-declared.ts'
import { withoutQuery } from '../../text/notations/urls.ts'

/** One place that was requested, in order. */
interface TracedStep extends Omit<OriginStep, 'findings' | 'network'> {
  readonly outcome: 'used' | 'passed'
}

interface DiscoveredManifest {
  readonly url: string
  readonly via: OriginStep['via']
  readonly project: string
  readonly version?: string
  readonly units: number
  /** Number of manifests that it declares. */
  readonly declares: number
  readonly digest: string
}

export interface RemoteDiscovery {
  readonly origin: string
  readonly steps: readonly TracedStep[]
  readonly manifest?: DiscoveredManifest
  /** As the origin declares itself (KCP §3.7); it is not followed. */
  readonly network?: { readonly role: string; readonly entryPoint?: string; readonly label?: string }
  readonly diagnostics: readonly Diagnostic[]
  /** Code of the last failure, if nothing was found. */
  readonly code?: string
}

/**
 * The manifest of an origin (KCP §1.4): the well-known document, then llms.txt, then the root. The first that leads to
 * a manifest is used. Nothing is written.
 */
export async function discoverRemote(origin: URL, fetcher: Fetcher): Promise<RemoteDiscovery> {
  const steps: TracedStep[] = []
  const diagnostics: Diagnostic[] = []
  let network: RemoteDiscovery['network']
  let code: string | undefined
  for (const ask of originPlaces) {
    const { findings, network: declared, ...step } = await ask(origin, fetcher)
    diagnostics.push(...diagnose(findings, { file: step.url, text: '' }))
    if (declared) network = networkOf(declared, origin)
    const found = step.manifest === undefined ? undefined : await fetchManifest(fetcher, { url: step.manifest })
    if (found?.outcome === 'fetched') {
      diagnostics.push(...diagnose(found.findings, { file: step.url, text: '' }))
      steps.push({ ...step, outcome: 'used' })
      const manifest = described(found, step)
      return { origin: origin.origin, steps, manifest, ...(network ? { network } : {}), diagnostics }
    }
    code = found?.code ?? step.code ?? code
    steps.push({
      ...step,
      detail: found ? `${step.via === 'root' ? '' : `${step.detail} `}${found.message}` : step.detail,
      ...(code === undefined ? {} : { code }),
      outcome: 'passed',
    })
    // A host that is refused is refused at every path.
    if (found === undefined && ['RUN701', 'RUN702', 'RUN703'].includes(step.code ?? '')) break
  }
  return {
    origin: origin.origin,
    steps,
    ...(network ? { network } : {}),
    diagnostics,
    ...(code === undefined ? {} : { code }),
  }
}

/** A leaf names its hub by a path on its own origin, or by a URL. */
function networkOf(
  { role, entryPoint, registryLabel }: NonNullable<OriginStep['network']>,
  origin: URL,
): NonNullable<RemoteDiscovery['network']> {
  const hub = entryPoint === undefined ? undefined : manifestLocation(entryPoint.trim(), origin)
  return {
    role,
    ...(hub === undefined ? {} : { entryPoint: withoutQuery(hub) }),
    ...(registryLabel === undefined ? {} : { label: registryLabel }),
  }
}

const described = (
  { fetched, manifest }: FetchedManifest,
  { via, manifest: url = '' }: Pick<OriginStep, 'via' | 'manifest'>,
): DiscoveredManifest => ({
  url: withoutQuery(url),
  via,
  project: manifest.project,
  ...(manifest.version === undefined ? {} : { version: manifest.version }),
  units: manifest.units.length,
  declares: manifest.manifests?.length ?? 0,
  digest: fetched.digest,
})
