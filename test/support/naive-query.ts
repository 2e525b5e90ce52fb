import type { Manifest, QueryRequest, Unit } from '../../src/index.ts'

/** KCP §15 read aloud, unit by unit, without any index: what the engine must give. Flat sensitivities, local manifests. */
export function naiveQuery(manifests: readonly Manifest[], request: QueryRequest, today: string) {
  const { terms = [], limit = 5, max_token_budget: budget = Infinity, include_summaries: summaries = true } = request
  const all = manifests.flatMap((manifest) => manifest.units.map((unit) => ({ manifest, unit, ...scoreOf(unit, terms) })))
  const isFirst = (manifest: Manifest, unit: Unit): boolean => manifest.units.find(({ id }) => id === unit.id) === unit
  const passes = (manifest: Manifest, unit: Unit): boolean => isFirst(manifest, unit) && isWanted(manifest, unit, request, today)
  const matching = all.filter(({ score, manifest, unit }) => (terms.length === 0 || score > 0) && passes(manifest, unit)).sort((a, b) => b.score - a.score)
  const taken: { id: string; unit: Unit; score: number; reasons: readonly string[]; instead?: string }[] = []
  let remaining = budget
  for (const { manifest, unit, score, reasons } of matching) {
    if (taken.some((given) => given.unit === unit)) continue
    const summary = manifest.units.find(({ id }) => id === unit.hints?.summaryUnit)
    if (tokensOf(unit) <= remaining) taken.push({ id: unit.id, unit, score, reasons })
    else if (summaries && summary && passes(manifest, summary) && !taken.some((given) => given.unit === summary) && tokensOf(summary) <= remaining) taken.push({ id: summary.id, unit: summary, score, reasons, instead: unit.id })
    else continue
    remaining -= tokensOf(taken.at(-1)?.unit)
  }
  return { total: matching.length, results: taken.slice(0, limit).map(({ id, unit, score, reasons, instead }) => [id, unit.path, score, reasons, instead]) }
}

function scoreOf({ triggers = [], intent, id, path }: Unit, terms: readonly string[]) {
  const has = (text: string, term: string): boolean => text.toLowerCase().includes(term.toLowerCase())
  const reasons = new Set<string>()
  let score = 0
  for (const term of terms) {
    const inTrigger = triggers.some((trigger) => has(trigger, term))
    const [inIntent, inId, inPath] = [has(intent, term), has(id, term), has(path, term)]
    score += (inTrigger ? 5 : 0) + (inIntent ? 3 : 0) + (inId || inPath ? 1 : 0)
    for (const [name, found] of [['trigger', inTrigger], ['intent', inIntent], ['id', inId], ['path', inPath]] as const) if (found) reasons.add(name)
  }
  return { score, reasons: ['trigger', 'intent', 'id', 'path'].filter((name) => reasons.has(name)) }
}

const tokensOf = (unit: Unit | undefined): number => unit?.hints?.tokenEstimate ?? 0
const levels = ['public', 'internal', 'confidential', 'restricted']
const bare = (capability: string): string => capability.replace(/^tool:/, '')
const role = (audience: string): string => (audience === 'devops' ? 'operator' : audience)

function isWanted(manifest: Manifest, unit: Unit, request: QueryRequest, today: string): boolean {
  const { audience, scope, sensitivity_max: ceiling, has_capabilities: held, exclude_deprecated: current = true, exclude_stale: fresh = false } = request
  if (audience !== undefined && !(unit.audience ?? []).some((word) => role(word) === role(audience))) return false
  if (scope !== undefined && (unit.breadth ?? 'global') !== scope) return false
  if (ceiling !== undefined && unit.sensitivity !== undefined && levels.indexOf(unit.sensitivity) > levels.indexOf(ceiling)) return false
  if (current && unit.deprecated === true) return false
  if (held && (unit.requiresCapabilities ?? []).some((wanted) => !held.map(bare).includes(bare(wanted)))) return false
  const maxAge = (unit.freshnessPolicy ?? manifest.freshnessPolicy)?.maxAgeDays
  const age = unit.validated === undefined ? -1 : (Date.parse(today) - Date.parse(unit.validated)) / 86_400_000
  return !(fresh && maxAge !== undefined && unit.validated !== undefined && age > maxAge)
}
