import type { ManifestContext } from '../../fence/manifest.ts'
import type { Section } from '../../fence/sections.ts'
import type { AllowedUnit } from '../../model/brands.ts'
import { unitNotes } from '../../select/unit-notes.ts'
import { notesOf } from '../notes.ts'

/** A unit that gives something to an answer. */
export interface ShownUnit {
  readonly allowed: AllowedUnit
  readonly excerpts: readonly Section[]
}

/** What the fence around units of one manifest says: their conflicts, successors and obligations, and their text. */
export function manifestContext(units: readonly ShownUnit[], { manifest }: AllowedUnit): ManifestContext {
  const ids = new Set(units.map(({ allowed }) => allowed.unit.unit.id))
  const warnings = units.flatMap(({ allowed }) => [...notesOf(allowed.decision).map((note) => `${allowed.unit.unit.id}: ${note}`), ...unitNotes(allowed, ids)])
  return {
    name: manifest.project,
    attributes: { version: manifest.version },
    units: units.map(({ allowed, excerpts }) => ({ id: allowed.unit.unit.id, sections: excerpts })),
    warnings: [...new Set(warnings)],
    obligations: units.flatMap(({ allowed }) => allowed.decision.reasons.flatMap(({ obligations = [] }) => obligations)),
  }
}
