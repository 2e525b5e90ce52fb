import type { Query } from '../model/reading/query.ts'
import { matchTerms } from './match-terms.ts'
import { notForMatch, type PreparedManifest } from './prepare.ts'

/** A prepared manifest and where it came from. */
export interface QuerySource {
  readonly prepared: PreparedManifest
  /** The `manifests[].id` it was declared by; `null` for a local one. */
  readonly source: string | null
  /** The part of a ref before the id of the unit. */
  readonly refPrefix: string
  /** File or URL of the manifest, where it is known. */
  readonly manifest?: string
}

/** The units of several manifests in one order: local ones, then declared ones as declared, archives last. */
export interface Pool {
  readonly sources: readonly QuerySource[]
  /** Index of the first unit of each source. */
  readonly starts: readonly number[]
  readonly size: number
}

export function poolOf(sources: readonly QuerySource[], scope: string | undefined): Pool {
  const declared = sources.flatMap(({ source, prepared }) =>
    source === null ? (prepared.manifest.manifests ?? []) : [],
  )
  const places = new Map(
    declared.map(({ id, relationship }, i) => [id, i + (relationship === 'archive' ? declared.length : 0)]),
  )
  const placeOf = ({ source }: QuerySource): number =>
    source === null ? -1 : (places.get(source) ?? declared.length * 2)
  const asked = sources
    .filter(({ source }) => source === null || scope === 'declared')
    .sort((a, b) => placeOf(a) - placeOf(b))
  const starts: number[] = []
  let size = 0
  for (const { prepared } of asked) {
    starts.push(size)
    size += prepared.units.length
  }
  return { sources: asked, starts, size }
}

/** A unit of the pool. */
export interface PooledUnit {
  readonly source: QuerySource
  readonly start: number
  /** Index in its own manifest. */
  readonly position: number
}

/** The source of an index; there are few, so a linear search is enough. */
export function sourceAt({ starts }: Pool, at: number): number {
  let source = starts.length - 1
  while (source > 0 && (starts[source] ?? 0) > at) source -= 1
  return source
}

export function pooledAt(pool: Pool, at: number): PooledUnit {
  const source = sourceAt(pool, at)
  const start = pool.starts[source] ?? 0
  return { source: pool.sources[source] as QuerySource, start, position: at - start }
}

export interface Ranking {
  /** Indexes in the order of the results. */
  readonly ranked: Uint32Array
  /** Twice the points of KCP §15.4, so that half of them is a whole number. */
  readonly scores: Uint32Array
  readonly fields: Uint8Array
}

/** Without terms every unit matches with score 0; with terms only units that score. */
export function rankPool({ sources, starts, size }: Pool, { terms = [] }: Query): Ranking {
  const scores = new Uint32Array(size)
  const fields = new Uint8Array(size)
  if (terms.length === 0) return { ranked: Uint32Array.from({ length: size }, (_, at) => at), scores, fields }
  const lowered = terms.map((term) => term.toLowerCase())
  for (const [i, { prepared }] of sources.entries()) {
    const matches = matchTerms(prepared, terms)
    const start = starts[i] ?? 0
    for (let at = 0; at < matches.scores.length; at++) scores[start + at] = (matches.scores[at] ?? 0) * 2
    // KCP §15.11: a match that the author declares the unit is not for counts half.
    for (const [at, entries] of prepared.notFor)
      if (notForMatch(entries, lowered) !== undefined) scores[start + at] = matches.scores[at] ?? 0
    fields.set(matches.fields, start)
  }
  return { ranked: successorsFirst(rankByScore(scores), scores, { sources, starts, size }), scores, fields }
}

/** KCP §4.8: among units with the same score, a successor comes before the unit it replaces. */
function successorsFirst(ranked: Uint32Array, scores: Uint32Array, pool: Pool): Uint32Array {
  if (pool.sources.every(({ prepared }) => prepared.relations.successors.size === 0)) return ranked
  const ordered: number[] = []
  const placed = new Set<number>()
  const next = (at: number): number | undefined => {
    const { source, start, position } = pooledAt(pool, at)
    const { units, positions, relations } = source.prepared
    const successor = positions.get(relations.successors.get(units[position]?.unit.id ?? '') ?? '')
    return successor === undefined ? undefined : start + successor
  }
  for (const first of ranked) {
    const chain: number[] = []
    for (
      let at: number | undefined = first;
      at !== undefined && !placed.has(at) && scores[at] === scores[first];
      at = next(at)
    ) {
      placed.add(at)
      chain.push(at)
    }
    ordered.push(...chain.reverse())
  }
  return Uint32Array.from(ordered)
}

/**
 * Indexes of units that scored, best first, ties in order (KCP §15.4). Scores are small, so a counting sort is enough.
 */
function rankByScore(scores: Uint32Array): Uint32Array {
  let best = 0
  let hits = 0
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0
    if (score > best) best = score
    if (score > 0) hits += 1
  }
  const next = new Uint32Array(best + 2)
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0
    if (score > 0) next[best - score + 1] = (next[best - score + 1] ?? 0) + 1
  }
  for (let i = 1; i < next.length; i++) next[i] = (next[i] ?? 0) + (next[i - 1] ?? 0)
  const ranked = new Uint32Array(hits)
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0
    if (score === 0) continue
    const bucket = best - score
    const place = next[bucket] ?? 0
    ranked[place] = at
    next[bucket] = place + 1
  }
  return ranked
}
