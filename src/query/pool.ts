import type { Query } from '../model/query.ts'
import { matchTerms } from './match-terms.ts'
import type { Prepared } from './prepare.ts'
import { rankByScore } from './rank.ts'

/** A prepared manifest and where it came from. */
export interface Source {
  readonly prepared: Prepared
  /** The `manifests[].id` it was declared by; `null` for a local one. */
  readonly source: string | null
  /** The part of a ref before the id of the unit. */
  readonly refPrefix: string
  /** File or URL of the manifest, where it is known. */
  readonly manifest?: string
}

/** The units of several manifests in one order: local ones, then declared ones as declared, archives last. */
export interface Pool {
  readonly sources: readonly Source[]
  /** Index of the first unit of each source. */
  readonly starts: readonly number[]
  readonly size: number
}

export function poolOf(sources: readonly Source[], scope: string | undefined): Pool {
  const declared = sources.flatMap(({ source, prepared }) =>
    source === null ? (prepared.manifest.manifests ?? []) : [],
  )
  const places = new Map(
    declared.map(({ id, relationship }, i) => [id, i + (relationship === 'archive' ? declared.length : 0)]),
  )
  const placeOf = ({ source }: Source): number => (source === null ? -1 : (places.get(source) ?? declared.length * 2))
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
  readonly source: Source
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
  return { source: pool.sources[source] as Source, start, position: at - start }
}

export interface Ranking {
  /** Indexes in the order of the results. */
  readonly ranked: Uint32Array
  readonly scores: Uint32Array
  readonly fields: Uint8Array
}

/** Without terms every unit matches with score 0; with terms only units that score. */
export function rankPool({ sources, starts, size }: Pool, { terms = [] }: Query): Ranking {
  const scores = new Uint32Array(size)
  const fields = new Uint8Array(size)
  if (terms.length === 0) return { ranked: Uint32Array.from({ length: size }, (_, at) => at), scores, fields }
  for (const [i, { prepared }] of sources.entries()) {
    const matches = matchTerms(prepared, terms)
    scores.set(matches.scores, starts[i])
    fields.set(matches.fields, starts[i])
  }
  return { ranked: rankByScore(scores), scores, fields }
}
