import { unitPrefix, type NamedEntry } from '../../catalog/refs.ts'
import type { CatalogEntry } from '../../model/catalog.ts'
import type { Finding } from '../../model/diagnostic.ts'
import type { QueryResult } from '../../model/query.ts'
import { unitGraph } from '../../select/units/unit-graph.ts'
import { refPart } from '../../text/paths/ref-parts.ts'
import { missingSentence, type ExternalRelations } from '../decide/external-units.ts'

/** Adds the relations across manifests to results, and reports what is missing (KCP §3.6). They move no result. */
export function withExternal(
  results: readonly QueryResult[],
  entries: Iterable<CatalogEntry>,
  relationsOf: (named: NamedEntry) => ExternalRelations,
): { readonly results: readonly QueryResult[]; readonly findings: readonly Finding[] } {
  const manifests = new Map([...entries].map((entry) => [unitPrefix(entry.ref), entry]))
  const findings: Finding[] = []
  const extended = results.map((result) => {
    const named = namedAs(result, manifests)
    if (!named) return result
    const { edges, needs, missing } = relationsOf(named)
    const { ref, unit_id: id } = result
    const related = [
      ...needs.map((other) => ({ type: 'depends_on', from: ref, to: other.ref })),
      ...edges.map(({ type, isTarget, other }) =>
        isTarget ? { type, from: other.ref, to: ref } : { type, from: ref, to: other.ref },
      ),
    ]
    for (const { manifest } of missing) findings.push({ code: 'KCP709', message: missingSentence(id, manifest) })
    const degraded = missing.filter(({ onFailure }) => onFailure === 'degrade').map(({ manifest }) => manifest)
    return {
      ...result,
      ...(related.length > 0 ? { related } : {}),
      ...(degraded.length > 0 ? { degraded: [...new Set(degraded)] } : {}),
    }
  })
  return { results: extended, findings }
}

function namedAs(
  { ref, unit_id: id }: QueryResult,
  manifests: ReadonlyMap<string, CatalogEntry>,
): NamedEntry | undefined {
  const entry = manifests.get(ref.slice(0, -refPart(id).length))
  const unit = entry?.document.kind === 'manifest' ? unitGraph(entry.document).units.get(id) : undefined
  return entry && unit ? { ref, entry, unit } : undefined
}
