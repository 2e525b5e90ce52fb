import type { Fenced } from '../model/brands.ts'
import { envelope, fenced } from './envelope.ts'
import { remarkLines, sectionsText, type Remarks, type FencedSection } from './sections.ts'
import { dataSentenceFor } from './sentences.ts'

/** The excerpts of the units of one manifest in one answer. */
export interface ManifestContext extends Remarks {
  readonly name: string
  /** Further attributes in their order, such as the version or the publisher's trust. */
  readonly attributes?: Readonly<Record<string, string | undefined>>
  readonly units: readonly UnitContext[]
}

interface UnitContext {
  readonly id: string
  readonly sections: readonly FencedSection[]
}

/** Wraps the units of each manifest in an envelope of its own. */
export const fenceManifests = (contexts: readonly ManifestContext[]): Fenced => fenced(contexts.map(manifestEnvelope))

/** The path of each section is prefixed with the id of its unit. */
export function manifestEnvelope({ name, attributes = {}, units, ...remarks }: ManifestContext): string {
  const sections = units.flatMap(({ id, sections: own }) =>
    own.map((section) => ({ ...section, path: `${id}: ${section.path}` })),
  )
  return envelope('knowledge_manifest', [['name', name], ...Object.entries(attributes)], {
    header: [dataSentenceFor('data'), ...remarkLines(remarks)],
    body: sectionsText(sections),
  })
}
