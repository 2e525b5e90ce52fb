import type { Diagnostic, Finding } from '../model/codes/diagnostic.ts'
import type { Unit } from '../model/documents/manifest.ts'
import type { RecordKind } from '../model/tables/run-fields.ts'
import type { SourceText } from '../parse/decode.ts'
import { diagnose } from '../parse/diagnose.ts'
import { composeManifest } from '../parse/manifest/compose.ts'
import { includesOthers } from '../parse/manifest/manifest-rejections.ts'
import { isUsableReading, readManifest } from '../parse/manifest/manifest.ts'
import { readPack } from '../parse/pack/pack.ts'
import { fileName } from '../text/paths/paths.ts'
import { checkPack, runRules, type RuleOptions } from './run-rules.ts'
import { conformanceOf } from './level.ts'
import { danglingIds } from './rules/manifest/references/kcp40x-dangling-ids.ts'
import { manifestRules } from './rules/manifest/manifest-rules.ts'
import { packRules } from './rules/pack/pack-rules.ts'
import { sourceCoverage } from './pack-facts/trace-facts.ts'

export interface ValidateOptions extends RuleOptions {
  readonly file?: string
}

export type ValidatedFormat =
  | 'pack'
  | 'manifest'
  | 'llms'
  | 'well-known'
  | 'catalog'
  | 'record'
  | 'config'
  | 'questions'

export interface Validation {
  readonly format: ValidatedFormat
  /** A model could be built and used. */
  readonly parsed: boolean
  readonly valid: boolean
  readonly level?: 1 | 2 | 3
  /** Features that would raise a manifest to the next level. */
  readonly missingForNext?: readonly string[]
  readonly units?: number
  readonly relationships?: number
  /** Share of a pack's compiled facts that can be traced to a source; absent without facts. */
  readonly sourceCoverage?: number
  /** The kind by which a record was validated. */
  readonly schema?: RecordKind
  readonly diagnostics: readonly Diagnostic[]
}

/** Validates one document by its text alone; the file name determines the format. */
export function validateText(source: SourceText, options: ValidateOptions = {}): Validation {
  return formatOf(source, options.file) === 'pack' ? validatePack(source, options) : validateManifest(source, options)
}

function formatOf(source: SourceText, file: string | undefined): 'pack' | 'manifest' {
  if (file !== undefined) {
    if (/\.ya?ml$/i.test(file)) return 'manifest'
    if (fileName(file) === 'KNOWLEDGE.md' || /\.md$/i.test(file)) return 'pack'
  }
  const start = typeof source === 'string' ? source.slice(0, 4) : String.fromCharCode(...source.subarray(0, 4))
  return start.startsWith('---') ? 'pack' : 'manifest'
}

export function validateManifest(source: SourceText, options: ValidateOptions = {}): Validation {
  const reading = readManifest(source, options.file ?? 'knowledge.yaml')
  const findings: Finding[] = [...reading.findings]
  const { manifest, raw } = reading
  const { folder } = options
  // Rules check the manifest's own units, but these may refer to included ones.
  const composed =
    folder && isUsableReading(reading)
      ? composeManifest(reading, fileName(options.file ?? 'knowledge.yaml'), { read: (path) => folder.bytes(path) })
      : undefined
  if (manifest && raw) {
    const units = unitsById(composed?.manifest.units ?? manifest.units)
    const reported: Finding[] = []
    runRules(manifestRules, { raw, manifest, units, text: reading.source.text, now: options.now }, reported, folder)
    const isWhole = composed?.isWhole ?? !includesOthers(raw)
    findings.push(
      ...(composed?.findings ?? []),
      // While an include is missing, an unknown id may be one of its units.
      ...reported.filter(({ code }) => isWhole || !danglingIds.codes.includes(code)),
    )
  }
  const diagnostics = diagnose(findings, reading.source, options)
  const verdict = { format: 'manifest' as const, parsed: !reading.rejected, valid: isValid(diagnostics), diagnostics }
  if (!manifest || reading.rejected) return verdict
  const whole = composed?.manifest ?? manifest
  const { level, missingForNext } = conformanceOf(whole)
  return { ...verdict, level, missingForNext, units: whole.units.length, relationships: whole.relationshipCount }
}

export function validatePack(source: SourceText, options: ValidateOptions = {}): Validation {
  const reading = readPack(source, options.file ?? 'KNOWLEDGE.md')
  const diagnostics = checkPack(reading, packRules, options)
  const coverage = reading.head && options.folder ? sourceCoverage(options.folder) : undefined
  return {
    format: 'pack',
    parsed: reading.pack !== undefined,
    valid: reading.pack !== undefined && isValid(diagnostics),
    ...(coverage === undefined ? {} : { sourceCoverage: coverage }),
    diagnostics,
  }
}

const isValid = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.every((diagnostic) => diagnostic.severity !== 'error')

function unitsById(units: readonly Unit[]): ReadonlyMap<string, Unit> {
  const byId = new Map<string, Unit>()
  for (const unit of units) if (!byId.has(unit.id)) byId.set(unit.id, unit)
  return byId
}
