import { copyPath } from '../../federate/manifest-address.ts'
import { ownFile } from '../../federate/declared-files.ts'
import type { Declarer, SourceVisit } from '../../federate/resolve.ts'
import type { Finding } from '../../model/codes/diagnostic.ts'
import type { FetchRequest } from '../../model/distribution/fetch.ts'
import { limits } from '../../model/limits.ts'
import type { Manifest } from '../../model/documents/manifest.ts'
import type { Tier } from '../../model/documents/signature.ts'
import { parseManifest } from '../../parse/manifest/manifest.ts'
import { digest } from '../../text/bytes/digest.ts'
import { folderOf } from '../../text/paths/paths.ts'
import { satisfiesPin } from '../../text/notations/semver.ts'
import { showValue } from '../../text/messages/show-value.ts'
import { installedPaths } from '../shared/installed-paths.ts'
import { credentialFor, credentialOf, heldIdentity, traceFor } from './credentials.ts'
import type { CopyPlace, Result, Session } from './federate-world.ts'
import { fetchContent, fetchManifest, type FetchedManifest, type NotUsed, fetchSignature } from './fetch-declared.ts'
import { withoutQuery } from '../../text/notations/urls.ts'

export const skipped = (detail: string): Result => ({ source: { outcome: 'skipped', detail } })

interface LoadedSource {
  readonly outcome: Result
  readonly next?: Declarer<CopyPlace>
}

/** The author's own file first, then an installed copy (KCP §1.5); the URL only if there is neither (KCP §3.6). */
export async function loadSource(visit: SourceVisit<CopyPlace>, session: Session): Promise<LoadedSource> {
  const { entry, url, by } = visit
  const { files } = session.world.ports
  const own = ownFile(entry, by.place, files)
  const local = own.path ?? installedPaths(files, by.place.root)(url)
  if (local !== undefined) return readLocal(visit, local, session)
  const copy = url === undefined ? undefined : copyPath(url)
  if (url === undefined || copy === undefined)
    return {
      outcome: { source: { outcome: 'refused', detail: own.refused ?? 'Its url is not an absolute HTTPS URL.' } },
    }
  if (session.options.plan === true) {
    const known = readLocal(visit, copy, session)
    return known.next ? known : { outcome: skipped(`It would be fetched ${credentialUse(visit, url, session)}.`) }
  }
  return fetchSource(visit, { url, copy, session })
}

const credentialUse = (visit: SourceVisit<CopyPlace>, url: string, { world }: Session): string => {
  const credential = credentialFor(authOf(visit), url, world.fetchCredentials)
  return credential ? `with your credential "${credential.type}"` : 'without a credential'
}

function readLocal(visit: SourceVisit<CopyPlace>, path: string, { world, granted }: Session): LoadedSource {
  const { root } = visit.by.place
  const read = world.ports.files.read(root, path, { limit: limits.documentBytes })
  const { manifest, diagnostics = [] } = read.ok ? parseManifest(read.bytes, { file: path }) : {}
  if (!read.ok || !manifest) {
    const detail = read.ok ? (diagnostics[0]?.message ?? '') : read.detail
    return { outcome: { source: { outcome: 'failed', detail: `${path}: ${detail}` } } }
  }
  return {
    outcome: {
      source: { outcome: 'mirror', path, ...factsOf(manifest, digest(read.bytes)) },
      findings: [...governedFindings(visit, manifest), ...pinFindings(visit, manifest)],
    },
    next: nextOf(visit, manifest, { path, granted: granted.has(`${root}/${path}`) }),
  }
}

interface Fetching {
  readonly url: string
  /** Path of its copy. */
  readonly copy: string
  readonly session: Session
}

async function fetchSource(visit: SourceVisit<CopyPlace>, fetching: Fetching): Promise<LoadedSource> {
  const { url, session } = fetching
  const { world } = session
  const needed = heldIdentity(visit.entry.agentIdentity, world.credentials ?? [])
  if (needed !== undefined) return { outcome: skipped(needed) }
  const request = requestFor(visit, url, world)
  const found = await fetchManifest(world.fetcher, request)
  return found.outcome === 'fetched'
    ? keepFetched(visit, { ...fetching, request, found })
    : notUsed(visit, fetching, found)
}

/** An earlier copy stays, granted or not. */
function notUsed(
  visit: SourceVisit<CopyPlace>,
  { copy, session }: Fetching,
  { outcome, code, message }: NotUsed,
): LoadedSource {
  const kept = readLocal(visit, copy, session)
  return {
    outcome: {
      source: { outcome, code, detail: message, ...(kept.next ? { path: copy } : {}) },
      findings: [{ code, message: `${message} It is declared as ${showValue(visit.id)}.` }],
    },
    ...(kept.next ? { next: kept.next } : {}),
  }
}

interface Kept extends Fetching {
  readonly request: FetchRequest
  readonly found: FetchedManifest
}

/** Nothing whose signature fails is written or followed (KCP §16.1). */
async function keepFetched(
  visit: SourceVisit<CopyPlace>,
  { url, copy, session, request, found }: Kept,
): Promise<LoadedSource> {
  const { world, options } = session
  const { fetched, manifest, findings } = found
  const { root } = visit.by.place
  const before = world.ports.files.read(root, copy, { limit: limits.documentBytes })
  const isSame = before.ok && digest(before.bytes) === fetched.digest
  const old = world.ports.files.read(root, `${copy}.sig`, { limit: limits.signatureBytes })
  const copyBytes = isSame ? 'same' : 'other'
  const signed = await fetchSignature(
    { request, fetched, manifest, place: `${root}/${copy}`, before: old.ok ? copyBytes : undefined },
    world,
  )
  if (signed.refused !== undefined)
    return notUsed(visit, { url, copy, session }, { outcome: 'refused', code: 'RUN712', message: signed.refused })
  // A signature of other bytes would make the new ones look forged.
  if (old.ok && !signed.bytes && !isSame) {
    const removed = world.remove(root, `${copy}.sig`, { before: old.bytes })
    if (!removed.ok)
      return { outcome: { source: { outcome: 'failed', detail: `${copy}.sig was not removed. ${removed.detail}` } } }
  }
  const isGranted = isSame && session.granted.has(`${root}/${copy}`)
  for (const [path, bytes] of [
    [copy, fetched.bytes] as const,
    ...(signed.bytes ? [[`${copy}.sig`, signed.bytes] as const] : []),
  ]) {
    const written = world.write(root, path, bytes)
    if (!written.ok)
      return { outcome: { source: { outcome: 'failed', detail: `${path} was not written. ${written.detail}` } } }
  }
  world.ports.copies?.save(`${root}/${copy}`, { url: fetched.url, digest: fetched.digest })
  const files =
    options.content === true
      ? await fetchContent({ root, copy, manifest, fetched, request, by: granted(visit.by), isGranted }, world)
      : undefined
  return {
    outcome: {
      source: {
        outcome: isSame ? 'unchanged' : 'fetched',
        path: copy,
        ...factsOf(manifest, fetched.digest),
        ...(signed.tier ? { tier: signed.tier } : {}),
        ...(files ? { files } : {}),
      },
      findings: [
        ...findings,
        ...tierFindings(visit, signed.tier),
        ...governedFindings(visit, manifest),
        ...pinFindings(visit, manifest),
      ],
    },
    next: { ...nextOf(visit, manifest, { path: copy, granted: isGranted }), tier: signed.tier },
  }
}

/** KCP §14.3: an ungranted manifest never causes a credential to be sent. */
const authOf = ({ entry, by }: SourceVisit<CopyPlace>): Manifest['auth'] =>
  by.place.granted ? (entry.auth ?? by.manifest.auth) : undefined

const requestFor = (visit: SourceVisit<CopyPlace>, url: string, world: Session['world']): FetchRequest => ({
  url,
  ...(visit.entry.updateFrequency === undefined ? {} : { updateFrequency: visit.entry.updateFrequency }),
  ...credentialOf(authOf(visit), url, world),
  ...traceFor(granted(visit.by), url, world),
})

/** KCP §3.2: an ungranted manifest cannot ask for a trace either. */
const granted = ({ manifest, place }: Declarer<CopyPlace>): readonly Manifest[] => (place.granted ? [manifest] : [])

const factsOf = ({ project, version, units }: Manifest, hash: string) => ({
  project,
  ...(version === undefined ? {} : { version }),
  units: units.length,
  digest: hash,
})

const nextOf = (
  { by, url }: SourceVisit<CopyPlace>,
  manifest: Manifest,
  { path, granted }: { readonly path: string; readonly granted: boolean },
): Declarer<CopyPlace> => ({
  manifest,
  place: { root: by.place.root, folder: folderOf(path), granted },
  name: url === undefined ? path : withoutQuery(url),
  chain: [...by.chain, by.name],
})

/** KCP §16.4: trust ends at the manifest that was signed. */
const tierFindings = ({ id, by }: SourceVisit<CopyPlace>, tier: Tier = 'unsigned'): readonly Finding[] =>
  by.tier === 'trusted' && tier !== 'trusted'
    ? [{ code: 'RUN713', message: `The manifest ${showValue(id)} is ${tier}, and a trusted one declares it.` }]
    : []

/** KCP §3.2: the agent requirements of a governing manifest are a minimum for those it governs. */
function governedFindings({ id, entry, by }: SourceVisit<CopyPlace>, { trust }: Manifest): readonly Finding[] {
  const { requireAttestation, propagateToGoverned } = trust?.agentRequirements ?? {}
  const isFloor = entry.relationship === 'governs' && requireAttestation === true && propagateToGoverned === true
  return isFloor && by.manifest.trust?.agentRequirements?.requireAttestation !== true
    ? [
        {
          code: 'KCP716',
          message:
            `The manifest ${showValue(id)} requires attested agents of those that it governs, ` +
            `and ${showValue(by.name)} does not.`,
        },
      ]
    : []
}

/** KCP §3.6: a pin only warns. */
function pinFindings({ id, entry }: SourceVisit<CopyPlace>, { version }: Manifest): readonly Finding[] {
  const { versionPin: pin, versionPolicy = 'compatible' } = entry
  if (pin === undefined) return []
  const holds = version === undefined ? undefined : satisfiesPin(version, pin, versionPolicy)
  if (holds === true) return []
  const has = version === undefined ? 'declares no version' : `has the version ${showValue(version)}`
  const declared = `The manifest ${showValue(id)} ${has}`
  return holds === false
    ? [{ code: 'KCP706', message: `${declared}, which does not satisfy the pin ${showValue(pin)} (${versionPolicy}).` }]
    : [{ code: 'KCP705', message: `${declared}, so the pin ${showValue(pin)} was not verified.` }]
}
