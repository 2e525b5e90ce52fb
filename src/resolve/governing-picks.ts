import type { AllowedUnit } from '../model/brands.ts'
import { opening, type Choice, type Chooser } from './choose.ts'
import type { Pick } from './pick.ts'
import type { Passage, Source } from './source.ts'
import { unitGraph } from './unit-graph.ts'

const asking = /\b(?:compl(?:y|ies|iance|iant)|polic(?:y|ies)|standards?|regulat(?:ions?|ory|ed)|allowed|permitted|forbidden|permission|rules?|legal(?:ly)?|gdpr|audit)\b|合规|规定|允许|許可|規則|規定|コンプライアンス/iu

/** Whether a task asks what is allowed, not only what is so. */
const isComplianceQuestion = (task: string): boolean => asking.test(task)

/** Tokens of a unit that goes along only because it governs another. */
const share = 150

/**
 * On a question of compliance, what governs a chosen unit goes along as the authoritative source (KCP §5). `choose`
 * is asked again for the rest, with the tokens that are left.
 */
export function withGoverning(sources: readonly Source[], units: ReadonlyMap<string, AllowedUnit>, { task, select, count }: Chooser, choose: (without: number) => Choice): Choice {
  const choice = choose(0)
  if (units.size === 0 || !isComplianceQuestion(task)) return choice
  const governing = governorsOf(choice.picks, sources, units).flatMap(({ source, governed }): readonly Pick[] => {
    const passage = select([source], share).passages[0] ?? openingOf(source, count)
    return passage ? [{ ...passage, reason: 'governs', why: `It governs ${governed}, and the task asks what is allowed.` }] : []
  })
  if (governing.length === 0) return choice
  const rest = choose(governing.reduce((sum, { tokens }) => sum + tokens, 0))
  const isNew = ({ source }: Pick): boolean => !rest.picks.some((pick) => pick.source.ref === source.ref)
  return rest.picks.length === 0 ? choice : { ...rest, picks: [...governing.filter(isNew), ...rest.picks] }
}

/** What a unit begins with, where nothing in it speaks of the task itself. */
function openingOf(source: Source, count: Chooser['count']): Passage | undefined {
  const [first] = opening(source)
  if (!first) return undefined
  const text = source.text.slice(first.span.start, first.span.end)
  return { source, headings: first.headings, stretches: [first.span], text, tokens: count(text), score: 0, matched: [] }
}

interface Governor {
  readonly source: Source
  /** Ids of the chosen units that it governs. */
  readonly governed: string
}

function governorsOf(picks: readonly Pick[], sources: readonly Source[], units: ReadonlyMap<string, AllowedUnit>): readonly Governor[] {
  const chosen = new Set(picks.map(({ source }) => source.ref))
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
    return ids ? [{ source, governed: ids.join(', ') }] : []
  })
}
