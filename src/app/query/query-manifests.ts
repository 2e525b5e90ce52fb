import { freeRef, plainRef, unitPrefix, unitRef } from '../../catalog/refs.ts'
import { systemClock } from '../../io/system.ts'
import type { Manifest } from '../../model/documents/manifest.ts'
import type { QueryRequest, QueryResponse } from '../../model/reading/query.ts'
import type { Requester } from '../../model/decisions/requester.ts'
import { diagnose } from '../../parse/diagnose.ts'
import { effectiveUnit } from '../../parse/manifest/inherit.ts'
import { readQuery } from '../../parse/query-request.ts'
import { answerQuery } from '../../query/answer.ts'
import type { QuerySource } from '../../query/pool.ts'
import { prepare, type PreparedManifest } from '../../query/prepare.ts'

export interface QueriedManifest {
  readonly manifest: Manifest
  /** The `manifests[].id` by which a local manifest declares it; `null` for a local one. */
  readonly source: string | null
}

/**
 * Answers a KCP §15 query from manifests by the filters of the request: no gate decides, and no file is opened. A
 * manifest is prepared once. The requester determines conditional visibility.
 */
export function query(
  manifests: readonly QueriedManifest[],
  request: QueryRequest,
  requester: Requester = {},
): QueryResponse {
  const now = systemClock.now()
  const { query: asked, findings } = readQuery(request, now)
  if (!asked) return { ...nothingAsked, diagnostics: diagnose(findings, requestSource) }
  const { findings: noted, ...answer } = answerQuery(sourcesOf(manifests), { query: asked, requester, now })
  return { ...answer, diagnostics: diagnose([...findings, ...noted], requestSource) }
}

export const nothingAsked: Omit<QueryResponse, 'diagnostics'> = {
  results: [],
  total: 0,
  omitted: [],
  omitted_counts: {},
}

/** A request object has no text, so findings have no range. */
export const requestSource = { file: 'request', text: '' }

function sourcesOf(manifests: readonly QueriedManifest[]): readonly QuerySource[] {
  const taken = new Set<string>()
  const local = manifests.flatMap(({ manifest, source }) =>
    source === null ? [{ manifest, ref: freeRef([plainRef(manifest)], taken) }] : [],
  )
  let position = 0
  return manifests.map(({ manifest, source }) => {
    const prepared = preparedOf(manifest)
    if (source === null) return { prepared, source, refPrefix: unitPrefix(local[position++]?.ref ?? '') }
    const declaring = local.find((other) => other.manifest.manifests?.some(({ id }) => id === source)) ??
      local[0] ?? { manifest, ref: plainRef(manifest) }
    const url = declaring.manifest.manifests?.find(({ id }) => id === source)?.url
    return {
      prepared,
      source,
      refPrefix: `${freeRef([unitRef(declaring.ref, source)], taken)}/`,
      ...(url === undefined ? {} : { manifest: url }),
    }
  })
}

const known = new WeakMap<Manifest, PreparedManifest>()

export function preparedOf(manifest: Manifest): PreparedManifest {
  const prepared =
    known.get(manifest) ??
    prepare(
      manifest,
      manifest.units.map((unit) => effectiveUnit(manifest, unit)),
    )
  known.set(manifest, prepared)
  return prepared
}
