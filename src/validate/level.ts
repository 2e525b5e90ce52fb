import type { Conformance, Manifest, Unit } from '../model/documents/manifest.ts'

interface Feature {
  readonly name: string
  used(manifest: Manifest): boolean
}

const unitHas = (name: string, has: (unit: Unit) => boolean): Feature => ({
  name,
  used: ({ units }) => units.some(has),
})

/** KCP §8: a level is reached when the manifest uses any part of what the level adds. */
const levelTwo: readonly Feature[] = [
  unitHas('validated', (unit) => unit.validated !== undefined),
  unitHas('depends_on', (unit) => unit.dependsOn !== undefined),
  unitHas('kind', (unit) => unit.artifact !== undefined),
  unitHas('format', (unit) => unit.format !== undefined),
  { name: 'language', used: (m) => m.language !== undefined || m.units.some((unit) => unit.language !== undefined) },
  unitHas(
    'hints (token_estimate, load_strategy, summaries)',
    ({ hints }) =>
      hints?.tokenEstimate !== undefined ||
      hints?.loadStrategy !== undefined ||
      hints?.summaryAvailable !== undefined ||
      hints?.summaryUnit !== undefined ||
      hints?.summaryOf !== undefined,
  ),
  {
    name: 'access, auth_scope, sensitivity, deprecated or payment',
    used: (m) =>
      m.payment !== undefined ||
      m.units.some(
        (unit) =>
          unit.access !== undefined ||
          unit.authScope !== undefined ||
          unit.sensitivity !== undefined ||
          unit.deprecated !== undefined ||
          unit.payment !== undefined,
      ),
  },
  { name: 'trust.provenance', used: (m) => m.trust?.provenance !== undefined },
  { name: 'authority', used: (m) => m.authority !== undefined || m.units.some((unit) => unit.authority !== undefined) },
  {
    name: 'discovery',
    used: (m) => m.verification !== undefined || m.units.some((unit) => unit.verification !== undefined),
  },
]

const levelThree: readonly Feature[] = [
  unitHas('triggers', (unit) => unit.triggers !== undefined),
  unitHas('supersedes', (unit) => unit.supersedes !== undefined),
  { name: 'license', used: (m) => m.license !== undefined || m.units.some((unit) => unit.license !== undefined) },
  unitHas('update_frequency', (unit) => unit.updateFrequency !== undefined),
  { name: 'indexing', used: (m) => m.indexing !== undefined || m.units.some((unit) => unit.indexing !== undefined) },
  unitHas(
    'hints (priority, density, chunks)',
    ({ hints }) =>
      hints?.priority !== undefined ||
      hints?.density !== undefined ||
      hints?.chunked !== undefined ||
      hints?.chunkOf !== undefined,
  ),
  { name: 'hints at the root', used: (m) => m.hints !== undefined },
  { name: 'relationships', used: (m) => m.relationshipCount > 0 },
  { name: 'auth', used: (m) => m.auth !== undefined },
  { name: 'trust.audit', used: (m) => m.trust?.audit !== undefined },
  { name: 'manifests', used: (m) => (m.manifests?.length ?? 0) > 0 },
  unitHas('external_depends_on', (unit) => unit.externalDependsOn !== undefined),
  { name: 'external_relationships', used: (m) => m.externalRelationships !== undefined },
  {
    name: 'visibility',
    used: (m) => m.visibility !== undefined || m.units.some((unit) => unit.visibility !== undefined),
  },
]

export function conformanceOf(manifest: Manifest): Conformance {
  const usesTwo = levelTwo.some((feature) => feature.used(manifest))
  const usesThree = levelThree.some((feature) => feature.used(manifest))
  const names = (features: readonly Feature[]): readonly string[] =>
    features.filter((feature) => !feature.used(manifest)).map((feature) => feature.name)
  if (usesTwo && usesThree) return { level: 3, missingForNext: [] }
  if (usesTwo) return { level: 2, missingForNext: names(levelThree) }
  return { level: 1, missingForNext: names(levelTwo) }
}
