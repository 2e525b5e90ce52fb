import type { AllowedUnit } from '../model/brands.ts'
import type { Manifest } from '../model/manifest.ts'
import type { Pick } from './pick.ts'
import { orderUnits } from './unit-order.ts'

/** Units of a manifest after what they depend on; each manifest where its first unit stood. */
export function inUnitOrder(picks: readonly Pick[], byRef: ReadonlyMap<string, AllowedUnit>): readonly Pick[] {
  const manifests = new Set<Manifest>()
  return picks.flatMap((pick) => {
    const unit = byRef.get(pick.source.ref)
    if (!unit) return [pick]
    if (manifests.has(unit.manifest)) return []
    manifests.add(unit.manifest)
    const own = picks.filter(({ source }) => byRef.get(source.ref)?.manifest === unit.manifest)
    const idOf = ({ source }: Pick): string => byRef.get(source.ref)?.unit.unit.id ?? ''
    const ids = orderUnits([...new Set(own.map(idOf))], unit.manifest)
    return ids.flatMap((id) => own.filter((candidate) => idOf(candidate) === id))
  })
}
