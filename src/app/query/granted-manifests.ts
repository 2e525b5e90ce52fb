import { locationOf } from '../../catalog/disclosure.ts'
import { unitPrefix } from '../../catalog/refs.ts'
import { omissionOf } from '../../govern/omission.ts'
import { ungrantedDecision } from '../../govern/early-decisions.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { Manifest } from '../../model/documents/manifest.ts'
import type { QueryOmission } from '../../model/reading/query.ts'
import type { QuerySource } from '../../query/pool.ts'
import { ungrantedOmission } from '../decide/ask-gates.ts'
import type { Decider } from '../decide/decide-ref.ts'
import { standingOf } from '../decide/standing.ts'
import { preparedOf } from './query-manifests.ts'

export interface Manifests {
  readonly granted: ReadonlyMap<QuerySource, CatalogEntry>
  /** One omission for all ungranted manifests, and one for each that changed; their units are not listed. */
  readonly closed: readonly QueryOmission[]
  whyMissing(id: string): string
}

/**
 * The manifests that a query searches. With the scope `declared`, these include manifests that a discovered manifest
 * declares, but none that those declare in turn: one hop (KCP §15.8).
 */
export function grantedManifests(catalog: Catalog, decider: Decider, scope: string | undefined): Manifests {
  const { grantFor, isDisabled, signatureRefusal } = decider
  // Disabled entries are not mentioned (AK-104).
  const manifests = catalog.entries.filter(isManifest).filter(({ ref, enabled }) => enabled && !isDisabled(ref))
  const isGranted = (entry: CatalogEntry): boolean =>
    standingOf(entry.found, grantFor(entry)) !== 'ungranted' && !signatureRefusal(entry)
  const idAt = scope === 'declared' ? declaredIds(manifests.filter(isGranted)) : new Map<string, string>()
  const granted = new Map<QuerySource, CatalogEntry>()
  const closed: QueryOmission[] = []
  const closedAt = new Map<string, string>()
  let ungranted = 0
  for (const entry of manifests) {
    const { ref, found, document } = entry
    const source = idAt.get(locationOf(entry)) ?? null
    if (source === null && found.via === 'manifest') continue
    const grant = grantFor(entry)
    const refusal = signatureRefusal(entry)
    if (isGranted(entry))
      granted.set({ prepared: preparedOf(document), source, refPrefix: unitPrefix(ref), manifest: found.path }, entry)
    else if (refusal) closed.push({ ...omissionOf(refusal), ...wholeManifest })
    else if (grant?.changed) closed.push({ ...omissionOf(ungrantedDecision(ref, grant)), ...wholeManifest })
    else ungranted += 1
    if (isGranted(entry)) continue
    const why = grant?.changed ? 'it changed since its grant' : 'it is not granted'
    closedAt.set(source ?? '', refusal ? 'its signature refuses it' : why)
  }
  return {
    granted,
    closed: ungranted === 0 ? closed : [{ ...ungrantedOmission(ungranted), ...wholeManifest }, ...closed],
    whyMissing: (id) =>
      closedAt.get(id) ?? 'there is no usable copy of it inside the root; "lorefence federate" fetches one',
  }
}

type ManifestEntry = CatalogEntry & { readonly document: Manifest }

const isManifest = (entry: CatalogEntry): entry is ManifestEntry => entry.document.kind === 'manifest'

const wholeManifest = { unit_id: null, source_manifest: null }

/** The `manifests[].id` of each declared manifest, by its location. Declarations of declared manifests do not count. */
function declaredIds(manifests: readonly ManifestEntry[]): Map<string, string> {
  const idAt = new Map<string, string>()
  for (const entry of manifests) {
    if (entry.found.via === 'manifest' || idAt.has(locationOf(entry))) continue
    for (const { id, place } of entry.declares ?? []) if (!idAt.has(place)) idAt.set(place, id)
  }
  return idAt
}
