import type { Code } from '../../model/codes/codes.ts'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import type { PackStatus } from '../../model/tables/vocabulary.ts'

/** What is checked before anything is written (AK-322). */
type Gate = 'schema' | 'anchors' | 'conflicts' | 'copies' | 'freshness' | 'injection' | 'secrets'

/** By code; the schema gate has the errors of the head instead. */
const gateOf: Readonly<Partial<Record<Code, Gate>>> = {
  AK407: 'anchors',
  AK408: 'anchors',
  AK414: 'anchors',
  AK611: 'conflicts',
  AK609: 'copies',
  AK608: 'freshness',
  AK603: 'injection',
  AK602: 'secrets',
}

export interface CompileFinding {
  readonly gate: Gate
  readonly diagnostic: Diagnostic
}

const entryFile = 'KNOWLEDGE.md'

/** The findings that stop or mark a run, of the files that take part in it. */
export function gateFindings(
  diagnostics: readonly Diagnostic[],
  takesPart: (path: string) => boolean,
): readonly CompileFinding[] {
  return diagnostics.flatMap((diagnostic): readonly CompileFinding[] => {
    const { code, severity, where } = diagnostic
    if (where.file === entryFile && severity === 'error') return [{ gate: 'schema', diagnostic }]
    const gate = gateOf[code]
    return gate && takesPart(where.file) ? [{ gate, diagnostic }] : []
  })
}

/** What the pack should be marked as, for a person to decide (AK-326). */
export function suggestedStatus(
  findings: readonly CompileFinding[],
  claims: readonly string[],
): Extract<PackStatus, 'disputed' | 'stale' | 'needs-review'> | undefined {
  const gates = new Set(findings.map(({ gate }) => gate))
  if (gates.has('conflicts') || claims.includes('disputed')) return 'disputed'
  if (claims.includes('stale')) return 'stale'
  return gates.size > 0 ? 'needs-review' : undefined
}
