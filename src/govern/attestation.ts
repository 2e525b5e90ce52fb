import type { EffectiveUnit } from '../model/effective.ts'
import type { AgentRequirements, Manifest } from '../model/manifest.ts'

/** KCP §3.2: whether only an attested agent may have a unit, for the lists that name it. `governing`: what others require of it. */
export function needsAttestation(
  { trust }: Pick<Manifest, 'trust'>,
  unit: EffectiveUnit,
  governing: readonly AgentRequirements[] = [],
): boolean {
  const included = unit.unit.from?.roots.map((root) => root.trust?.agentRequirements) ?? []
  const isRequired = [trust?.agentRequirements, ...included, ...governing].some(
    (requirements) => requirements?.requireAttestation === true,
  )
  if (!isRequired) return false
  return unit.access.value === 'restricted' || unit.exposure(undefined).sensitivity?.value === 'restricted'
}
