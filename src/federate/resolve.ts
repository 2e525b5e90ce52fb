import { limits } from '../model/limits.ts'
import type { FederatedManifest, Manifest } from '../model/documents/manifest.ts'
import type { Tier } from '../model/documents/signature.ts'
import { isWebAddress } from '../text/paths/paths.ts'
import { withoutQuery } from '../text/notations/urls.ts'
import { urlIdentity } from './manifest-address.ts'

/** A manifest whose declarations are followed. */
export interface Declarer<Place> {
  readonly manifest: Manifest
  readonly place: Place
  /** Name in reports: its path or URL. */
  readonly name: string
  /** Names of the manifests that led to it, starting with the one on this disk. */
  readonly chain: readonly string[]
  /** Tier of its own signature. */
  readonly tier?: Tier | undefined
}

/** One entry of `manifests` that is being followed. */
export interface SourceVisit<Place> {
  readonly id: string
  readonly entry: FederatedManifest
  /** Normalized for comparison; absent for a local path. */
  readonly url?: string
  readonly by: Declarer<Place>
  /** Hops from a manifest on this disk. */
  readonly depth: number
}

interface Visited<Place, Outcome> {
  readonly visit: SourceVisit<Place>
  readonly outcome: Outcome
}

interface Steps<Place, Outcome> {
  /** The outcome of an entry that is not followed; `undefined`: it is. */
  passOver(visit: SourceVisit<Place>): Outcome | undefined
  /** The outcome where a limit is reached. */
  overLimit(visit: SourceVisit<Place>, limit: 'manifests' | 'depth'): Outcome
  /** Never throws. With a manifest, what it declares is followed. */
  load(visit: SourceVisit<Place>): Promise<{ readonly outcome: Outcome; readonly next?: Declarer<Place> }>
}

/**
 * Visits the manifests that some manifests declare, and those that they declare (KCP §3.6). Each URL is visited once,
 * hop by hop, so that the result does not depend on which server answers first.
 */
export async function resolveGraph<Place, Outcome>(
  starts: readonly Declarer<Place>[],
  steps: Steps<Place, Outcome>,
): Promise<readonly Visited<Place, Outcome>[]> {
  const visited: Visited<Place, Outcome>[] = []
  // A published manifest lists its own URLs; they need no visit.
  const seen = new Set(starts.flatMap(({ manifest }) => (manifest.serving?.manifest ?? []).flatMap(identityOf)))
  let loaded = 0
  let declarers = starts
  for (let depth = 1; declarers.length > 0; depth++) {
    const due: SourceVisit<Place>[] = []
    for (const visit of declarers.flatMap((by) => visitsOf(by, depth))) {
      const key = visit.url ?? `${visit.by.name}\n${visit.id}`
      if (seen.has(key)) continue
      const passed = steps.passOver(visit)
      if (passed !== undefined) {
        visited.push({ visit, outcome: passed })
        continue
      }
      seen.add(key)
      const limit = limitReached(depth, loaded)
      if (limit !== undefined) {
        visited.push({ visit, outcome: steps.overLimit(visit, limit) })
        continue
      }
      loaded += 1
      due.push(visit)
    }
    const results = await inParallel(due, limits.parallelFetches, (visit) => steps.load(visit))
    for (const [i, { outcome }] of results.entries()) {
      const visit = due[i]
      if (visit) visited.push({ visit, outcome })
    }
    declarers = results.flatMap(({ next }) => next ?? [])
  }
  return visited
}

function limitReached(depth: number, loaded: number): 'manifests' | 'depth' | undefined {
  if (depth > limits.federationDepth) return 'depth'
  return loaded >= limits.federatedManifests ? 'manifests' : undefined
}

const identityOf = (url: string): readonly string[] => [urlIdentity(url) ?? []].flat()

/** The manifests that one declares, and those that it includes by URL (KCP §3.6, §3.11). */
export const declaredBy = ({ manifests = [], composition }: Manifest): readonly FederatedManifest[] => [
  ...manifests,
  ...(composition?.includes ?? []).flatMap(({ source = '' }) =>
    isWebAddress(source) ? [{ id: withoutQuery(source), url: source }] : [],
  ),
]

/** Among entries with the same id the first counts. */
function visitsOf<Place>(by: Declarer<Place>, depth: number): readonly SourceVisit<Place>[] {
  const visits = new Map<string, SourceVisit<Place>>()
  for (const entry of declaredBy(by.manifest).slice(0, limits.declaredManifests)) {
    const { id } = entry
    const url = entry.url === undefined ? undefined : urlIdentity(entry.url)
    if (id !== undefined && !visits.has(id))
      visits.set(id, { id, entry, by, depth, ...(url === undefined ? {} : { url }) })
  }
  return [...visits.values()]
}

/** Results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  const run = async (): Promise<void> => {
    for (const [i, item] of queue) results[i] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, run))
  return results
}
