import { parseManifest } from '../../src/app/index.ts'
import type { EffectiveUnit } from '../../src/model/documents/effective.ts'
import type { Unit } from '../../src/model/documents/manifest.ts'
import { effectiveUnit } from '../../src/parse/manifest/inherit.ts'
import { toldIn } from './findings.ts'
import { manifestText, unitWith, type Fields } from './manifest-text.ts'

/** The diagnostics for a manifest whose only unit has these fields. */
export const unitTold = (fields: Fields): readonly string[] => toldIn(manifestText({}, unitWith(fields)))

/** The unit as the parser reads it. */
export const unitRead = (fields: Fields): Unit | undefined =>
  parseManifest(manifestText({}, unitWith(fields))).manifest?.units[0]

/** The unit with the root's defaults. */
export function effective(fields: Fields, root: Fields = {}): EffectiveUnit {
  const { manifest } = parseManifest(manifestText(root, unitWith(fields)))
  const unit = manifest?.units[0]
  if (!manifest || !unit) throw new Error('The manifest was rejected.')
  return effectiveUnit(manifest, unit)
}

/** Block YAML, for cases that JSON cannot express: how a value is written. */
export const yamlWith = (head: string, unit = ''): string => `${head}
project: harbor
units:
  - id: setup
    path: setup.md
    intent: "How do I set up a kiosk?"
    scope: global
    audience: [agent]
${unit}`
