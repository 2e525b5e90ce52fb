import type { AllowedUnit } from '../model/decisions/brands.ts'
import type { Manifest } from '../model/documents/manifest.ts'
import type { OpenPack } from './packs/pack-texts.ts'
import type { Pick } from './pick.ts'
import { recordRank } from './records/record-order.ts'
import { orderUnits } from './units/unit-order.ts'

/**
 * Personas first, by particulars; then entries and files by score, within a file in document order; units after their
 * dependencies.
 */
export function inOrder(
  picks: readonly Pick[],
  personas: readonly OpenPack[],
  units: ReadonlyMap<string, AllowedUnit>,
): readonly Pick[] {
  return afterDependencies(byScore(picks, personas), units)
}

function byScore(picks: readonly Pick[], personas: readonly OpenPack[]): readonly Pick[] {
  const isPersona = ({ source }: Pick): boolean => personas.some(({ allowed }) => allowed.ref === source.ref)
  const best = new Map<string, number>()
  const raise = (key: string, score: number): void => void best.set(key, Math.max(best.get(key) ?? 0, score))
  for (const { source, score } of picks) {
    raise(source.ref, score)
    raise(fileKey(source), score)
  }
  const scoreOf = (key: string): number => best.get(key) ?? 0
  const particular = ({ reason }: Pick): number => (reason === 'persona-priority' ? 0 : 1)
  return picks
    .map((pick, place) => ({ pick, place }))
    .sort((a, b) => {
      const [one, other] = [a.pick, b.pick]
      const [x, y] = [one.source, other.source]
      if (isPersona(one) !== isPersona(other)) return isPersona(one) ? -1 : 1
      if (x.ref !== y.ref) return scoreOf(y.ref) - scoreOf(x.ref) || (x.ref < y.ref ? -1 : 1)
      if (isPersona(one) && particular(one) !== particular(other)) return particular(one) - particular(other)
      if (isPersona(one) && particular(one) === 0) return a.place - b.place
      if (fileKey(x) !== fileKey(y)) return scoreOf(fileKey(y)) - scoreOf(fileKey(x)) || (x.path < y.path ? -1 : 1)
      const kinds = recordRank(one) - recordRank(other)
      if (kinds !== 0 || x.path !== y.path) return kinds || (x.path < y.path ? -1 : 1)
      return (one.stretches[0]?.start ?? 0) - (other.stretches[0]?.start ?? 0)
    })
    .map(({ pick }) => pick)
}

/** Records of a pack are ordered by kind, whichever file they are in. */
const fileKey = ({ ref, path, format }: Pick['source']): string => `${ref}\n${format === 'records' ? '' : path}`

/** Units of a manifest after their dependencies; each manifest at the place of its first unit. */
function afterDependencies(picks: readonly Pick[], units: ReadonlyMap<string, AllowedUnit>): readonly Pick[] {
  const manifests = new Set<Manifest>()
  return picks.flatMap((pick) => {
    const unit = units.get(pick.source.ref)
    if (!unit) return [pick]
    if (manifests.has(unit.manifest)) return []
    manifests.add(unit.manifest)
    const own = picks.filter(({ source }) => units.get(source.ref)?.manifest === unit.manifest)
    const idOf = ({ source }: Pick): string => units.get(source.ref)?.unit.unit.id ?? ''
    const ids = orderUnits([...new Set(own.map(idOf))], unit.manifest)
    return ids.flatMap((id) => own.filter((candidate) => idOf(candidate) === id))
  })
}
