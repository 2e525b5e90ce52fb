import type { AllowedUnit } from '../model/brands.ts'
import { bestOf, type Companion } from './companions.ts'
import type { Candidate } from './score.ts'
import type { Source } from './source.ts'
import { unitGraph } from './unit-graph.ts'

const asking = /\b(?:compl(?:y|ies|iance|iant)|polic(?:y|ies)|standards?|regulat(?:ions?|ory|ed)|allowed|permitted|forbidden|permission|rules?|legal(?:ly)?|gdpr|audit)\b|合规|规定|允许|許可|規則|規定|コンプライアンス/iu

/** On a question of compliance, what governs a chosen unit goes along as the authoritative source (KCP §5). */
export function governorsFor(task: string, taken: readonly Candidate[], units: ReadonlyMap<string, AllowedUnit>, { sources, ranked }: { readonly sources: readonly Source[]; readonly ranked: readonly Candidate[] }): readonly Companion[] {
  if (units.size === 0 || !asking.test(task)) return []
  const chosen = new Set(taken.map(({ source }) => source.ref))
  const governed = new Map<string, string[]>()
  for (const ref of chosen) {
    const unit = units.get(ref)
    if (!unit) continue
    const { id } = unit.unit.unit
    const prefix = ref.slice(0, ref.length - id.length)
    for (const governor of unitGraph(unit.manifest).governors.get(id) ?? []) {
      if (!chosen.has(prefix + governor)) governed.set(prefix + governor, [...(governed.get(prefix + governor) ?? []), id])
    }
  }
  return sources.flatMap((source) => {
    const ids = governed.get(source.ref)
    if (!ids) return []
    return bestOf(source, ranked).map((place) => ({ ...place, reason: 'governs' as const, why: `It governs ${ids.join(', ')}, and the task asks what is allowed.`, rank: -1 }))
  })
}
