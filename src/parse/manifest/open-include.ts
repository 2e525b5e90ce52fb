import type { Finding } from '../../model/codes/diagnostic.ts'
import { limits } from '../../model/limits.ts'
import type { IncludedManifest, IncludeIntegrity } from '../../model/documents/manifest.ts'
import { digest } from '../../text/bytes/digest.ts'
import { folderOf, isWebAddress } from '../../text/paths/paths.ts'
import { withoutQuery } from '../../text/notations/urls.ts'
import { showValue } from '../../text/messages/show-value.ts'
import { diagnose } from '../diagnose.ts'
import { pathFromRoot } from '../local-manifest.ts'
import { isObject } from '../read-fields.ts'
import type { IncludeWorld } from './compose.ts'
import { isUsableReading, readManifest, type UsableReading } from './manifest.ts'

export interface OpenedInclude {
  readonly reading: UsableReading
  readonly place: IncludePlace
  /** Prefix of its ids. */
  readonly as?: string
  readonly integrity: IncludeIntegrity
}

interface IncludePlace {
  readonly file: string
  readonly url?: string
  readonly chain: readonly string[]
}

interface Opening {
  /** Pointer of the entry of `includes`. */
  readonly at: string
  /** Of the including manifest. */
  readonly place: IncludePlace
  readonly run: { readonly world: IncludeWorld; opened: number; readonly included: Map<string, IncludedManifest> }
  readonly findings: Finding[]
}

/** The manifest that an entry of `includes` names, or findings about it. */
export function openInclude(written: unknown, opening: Opening): OpenedInclude | undefined {
  const { at, place, run, findings } = opening
  const source = isObject(written) ? written['source'] : undefined
  if (!isObject(written) || typeof source !== 'string') return undefined
  const refuse = (why: string, code: 'KCP720' | 'KCP721' = 'KCP720'): undefined => {
    const shown = showValue(isWebAddress(source) ? withoutQuery(source) : source)
    const message = `The manifest ${shown} is not included. ${why}`
    const severity = why === notFetched ? { severity: 'warning' as const } : {}
    findings.push({ code, message, pointer: `${at}/source`, ...severity })
  }
  const url = isWebAddress(source) ? source : undefined
  if (url !== undefined && !run.world.copyOf) return undefined
  const file = url === undefined ? pathFromRoot(source, folderOf(place.file)) : run.world.copyOf?.(url)
  if (file === undefined) return refuse(url === undefined ? noSource : notFetched)
  const chain = [...place.chain, place.file]
  if (chain.includes(file)) return refuse(`It includes itself: ${[...chain, file].join(' > ')}.`, 'KCP721')
  if (chain.length > limits.federationDepth) return refuse(`It is more than ${limits.federationDepth} includes away.`)
  if (run.opened >= limits.includedManifests) return refuse(`At most ${limits.includedManifests} are included.`)
  run.opened += 1
  const read = run.world.read(file)
  if (!read.ok) return refuse(url !== undefined && read.trouble === 'missing' ? notFetched : read.detail)
  const reading = readManifest(read.bytes, file)
  if (!isUsableReading(reading)) return refuse(firstProblem(reading))
  const { bytes } = read
  const own = digest(bytes)
  const signers = (): readonly string[] | undefined => run.world.signersOf?.(file, bytes, reading.manifest)
  const integrity = integrityOf(written['integrity'], { own, signers })
  if (integrity.state === 'failed')
    findings.push({
      code: 'KCP723',
      message:
        `The field ${integrity.field} expects ${showValue(integrity.expected)} of ${showValue(file)}; ` +
        `observed: ${showValue(integrity.observed)}.`,
      pointer: `${at}/integrity`,
    })
  const named = url === undefined ? {} : { url: withoutQuery(url) }
  run.included.set(file, { path: file, ...named, digest: own, integrity })
  const as = written['as']
  return {
    reading,
    place: { file, ...named, chain },
    ...(typeof as === 'string' && /^[a-z0-9][a-z0-9.-]*$/.test(as) ? { as } : {}),
    integrity,
  }
}

const noSource = 'Its source is no path to a YAML file in the folder of the manifest, and no HTTPS URL.'
const notFetched = 'It was not fetched; "lorefence federate" fetches it.'

function firstProblem({ findings, source }: ReturnType<typeof readManifest>): string {
  const first = diagnose(findings, source).find(({ severity }) => severity === 'error')
  const { line } = first?.where.range?.start ?? {}
  return `${line === undefined ? '' : `Line ${line}: `}${first?.message ?? 'It is not a manifest.'}`
}

interface Observed {
  readonly own: string
  /** `undefined` where the keys are unknown. */
  signers(): readonly string[] | undefined
}

/** KCP §3.11: over the raw bytes. A block that cannot be read fails, as a pin that nothing satisfies. */
function integrityOf(written: unknown, { own, signers }: Observed): IncludeIntegrity {
  if (written === undefined || written === null) return { state: 'unverified' }
  if (!isObject(written))
    return { state: 'failed', field: 'integrity', expected: String(written), observed: 'no mapping of fields' }
  const { manifest_hash: hash, expected_signer: signer } = written
  if (hash !== undefined && hash !== null) {
    const expected = typeof hash === 'string' ? hash : JSON.stringify(hash)
    if (
      expected
        .trim()
        .toLowerCase()
        .replace(/^sha256[:-]?/, '') !== own.slice('sha256:'.length)
    )
      return { state: 'failed', field: 'manifest_hash', expected, observed: own }
  }
  if (signer !== undefined && signer !== null) {
    const observed = signers()
    if (observed !== undefined && !observed.includes(String(signer)))
      return {
        state: 'failed',
        field: 'expected_signer',
        expected: String(signer),
        observed: observed.join(', ') || 'no signature by a key of yours',
      }
  }
  if ((hash ?? signer ?? undefined) !== undefined) return { state: 'verified' }
  const [unknown] = Object.keys(written)
  return unknown === undefined
    ? { state: 'unverified' }
    : { state: 'failed', field: unknown, expected: 'manifest_hash or expected_signer', observed: 'neither' }
}
