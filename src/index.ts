/** The public library. Named exports only; everything else is internal. */
export { parseManifest } from './parse/manifest.ts'
export { parsePack } from './parse/pack.ts'
export { validateText, type Validation } from './validate/validate.ts'
export { validatePaths, type ValidatedDocument, type ValidatedPaths } from './knowledge/validate-paths.ts'
export { version } from './version.ts'
export type { Diagnostic, Fix, Place, Position, Range, Severity } from './model/diagnostic.ts'
export type { Manifest, Unit } from './model/manifest.ts'
export type { Pack } from './model/pack.ts'
