import type { FederatedManifest, Manifest } from '../model/documents/manifest.ts'
import { circularLinks } from '../text/cycles.ts'
import { timeSpan } from '../text/notations/dates.ts'

/** Why a declared manifest does not count now. */
export interface PassedOver {
  readonly code: 'context' | 'context-unknown' | 'not-yet' | 'expired' | 'superseded'
  /** The value for its sentence. */
  readonly value: string
}

interface Choosing {
  readonly now: Date
  readonly environment?: string | undefined
}

/**
 * Whether an entry of `manifests` counts now and here (KCP §3.6): by its window, its successor and its environments.
 */
export function passedOver(
  entry: FederatedManifest,
  { manifests = [] }: Pick<Manifest, 'manifests'>,
  choosing: Choosing,
): PassedOver | undefined {
  const outside = outsideWindow(entry, choosing) ?? outsideContext(entry, choosing)
  if (outside) return outside
  const successor = successorOf(entry, manifests)
  // A successor that does not count now replaces nothing.
  return successor && !passedOver(successor, { manifests }, choosing)
    ? { code: 'superseded', value: successor.id ?? '' }
    : undefined
}

/** Both bounds are inclusive; a date is a whole day of UTC. */
function outsideWindow({ temporal = {} }: FederatedManifest, { now }: Choosing): PassedOver | undefined {
  const { validFrom = '', validUntil = '' } = temporal
  const [from, until] = [timeSpan(validFrom), timeSpan(validUntil)]
  if (from && now.getTime() < from.start) return { code: 'not-yet', value: validFrom }
  return until && now.getTime() > until.end ? { code: 'expired', value: validUntil } : undefined
}

/** An empty list restricts nothing. If the environment is unknown, entries that name one do not count. */
function outsideContext({ context = [] }: FederatedManifest, { environment }: Choosing): PassedOver | undefined {
  if (context.length === 0 || (environment !== undefined && context.includes(environment))) return undefined
  const value = context.join(', ')
  return { code: environment === undefined ? 'context-unknown' : 'context', value }
}

interface Sources {
  readonly byId: ReadonlyMap<string, FederatedManifest>
  readonly circular: ReadonlySet<string>
}

const known = new WeakMap<readonly FederatedManifest[], Sources>()

/** Among entries with the same id the first counts. */
function sourcesOf(manifests: readonly FederatedManifest[]): Sources {
  const found = known.get(manifests)
  if (found) return found
  const byId = new Map<string, FederatedManifest>()
  for (const entry of manifests) if (entry.id !== undefined && !byId.has(entry.id)) byId.set(entry.id, entry)
  const links = [...byId].flatMap(([id, { temporal }]) =>
    temporal?.supersededBy === undefined ? [] : [[id, temporal.supersededBy] as const],
  )
  const made = { byId, circular: circularLinks(new Map(links)) }
  known.set(manifests, made)
  return made
}

/** Entries that supersede each other in a cycle replace nothing. */
function successorOf(
  { id, temporal }: FederatedManifest,
  manifests: readonly FederatedManifest[],
): FederatedManifest | undefined {
  const { byId, circular } = sourcesOf(manifests)
  const next = temporal?.supersededBy
  return next === undefined || id === undefined || circular.has(id) ? undefined : byId.get(next)
}
