import type { Manifest, QueryRequest, Unit } from '../../src/app/index.ts'

/**
 * KCP §15 implemented literally, unit by unit, without an index: the expected results of the engine. Flat
 * sensitivities, local manifests.
 */
export function naiveQuery(manifests: readonly Manifest[], today: string) {
  const lowered = manifests.map((manifest) => ({
    manifest,
    units: manifest.units.map((unit) => ({ unit, texts: textsOf(unit) })),
  }))
  return (request: QueryRequest) => answer(lowered, request, today)
}

interface Lowered {
  readonly manifest: Manifest
  readonly units: readonly { readonly unit: Unit; readonly texts: Texts }[]
}

function answer(lowered: readonly Lowered[], request: QueryRequest, today: string) {
  const { limit = 5, max_token_budget: budget = Infinity, include_summaries: summaries = true } = request
  // Empty terms are ignored.
  const terms = (request.terms ?? []).filter((term) => term.trim() !== '').map((term) => term.toLowerCase())
  const all = lowered.flatMap(({ manifest, units }) =>
    units.map(({ unit, texts }) => ({ manifest, unit, ...scoreOf(texts, terms) })),
  )
  const isFirst = (manifest: Manifest, unit: Unit): boolean => manifest.units.find(({ id }) => id === unit.id) === unit
  const passes = (manifest: Manifest, unit: Unit): boolean =>
    isFirst(manifest, unit) && isWanted(manifest, unit, request, today)
  const matching = all
    .filter(({ score, manifest, unit }) => (terms.length === 0 || score > 0) && passes(manifest, unit))
    .sort((a, b) => b.score - a.score)
  const taken: { id: string; unit: Unit; score: number; reasons: readonly string[]; instead?: string }[] = []
  let remaining = budget
  for (const { manifest, unit, score, reasons } of matching) {
    if (taken.some((given) => given.unit === unit)) continue
    const summary = manifest.units.find(({ id }) => id === unit.hints?.summaryUnit)
    if (tokensOf(unit) <= remaining) taken.push({ id: unit.id, unit, score, reasons })
    else if (
      summaries &&
      summary &&
      passes(manifest, summary) &&
      !taken.some((given) => given.unit === summary) &&
      tokensOf(summary) <= remaining
    )
      taken.push({ id: summary.id, unit: summary, score, reasons, instead: unit.id })
    else continue
    remaining -= tokensOf(taken.at(-1)?.unit)
  }
  return {
    total: matching.length,
    results: taken
      .slice(0, limit)
      .map(({ id, unit, score, reasons, instead }) => [id, unit.path, score, reasons, instead]),
  }
}

interface Texts {
  readonly triggers: readonly string[]
  readonly intent: string
  readonly id: string
  readonly path: string
}

const textsOf = ({ triggers = [], intent, id, path }: Unit): Texts => ({
  triggers: triggers.map((trigger) => trigger.toLowerCase()),
  intent: intent.toLowerCase(),
  id: id.toLowerCase(),
  path: path.toLowerCase(),
})

function scoreOf({ triggers, intent, id, path }: Texts, terms: readonly string[]) {
  const found = { trigger: false, intent: false, id: false, path: false }
  let score = 0
  for (const term of terms) {
    const inTrigger = triggers.some((trigger) => trigger.includes(term))
    const [inIntent, inId, inPath] = [intent.includes(term), id.includes(term), path.includes(term)]
    score += (inTrigger ? 5 : 0) + (inIntent ? 3 : 0) + (inId || inPath ? 1 : 0)
    found.trigger ||= inTrigger
    found.intent ||= inIntent
    found.id ||= inId
    found.path ||= inPath
  }
  return { score, reasons: (['trigger', 'intent', 'id', 'path'] as const).filter((name) => found[name]) }
}

const tokensOf = (unit: Unit | undefined): number => unit?.hints?.tokenEstimate ?? 0
const levels = ['public', 'internal', 'confidential', 'restricted']
const bare = (capability: string): string => capability.replace(/^tool:/, '')
const role = (audience: string): string => (audience === 'devops' ? 'operator' : audience)

function isWanted(manifest: Manifest, unit: Unit, request: QueryRequest, today: string): boolean {
  const {
    audience,
    scope,
    sensitivity_max: ceiling,
    has_capabilities: held,
    exclude_deprecated: current = true,
    exclude_stale: fresh = false,
  } = request
  if (audience !== undefined && !(unit.audience ?? []).some((word) => role(word) === role(audience))) return false
  if (scope !== undefined && (unit.breadth ?? 'global') !== scope) return false
  if (
    ceiling !== undefined &&
    unit.sensitivity !== undefined &&
    levels.indexOf(unit.sensitivity) > levels.indexOf(ceiling)
  )
    return false
  if (current && unit.deprecated === true) return false
  if (held && (unit.requiresCapabilities ?? []).some((wanted) => !held.map(bare).includes(bare(wanted)))) return false
  const maxAge = (unit.freshnessPolicy ?? manifest.freshnessPolicy)?.maxAgeDays
  const age = unit.validated === undefined ? -1 : (Date.parse(today) - Date.parse(unit.validated)) / 86_400_000
  return !(fresh && maxAge !== undefined && unit.validated !== undefined && age > maxAge)
}
