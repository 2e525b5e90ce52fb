import { codeEntries } from '../model/codes.ts'
import type { Diagnostic, Finding } from '../model/diagnostic.ts'
import { limits } from '../model/limits.ts'
import type { Unit } from '../model/manifest.ts'
import type { RecordKind } from '../model/tables/run-fields.ts'
import type { SourceText } from '../parse/decode.ts'
import { diagnose, type DiagnoseOptions } from '../parse/diagnose.ts'
import { readManifest } from '../parse/manifest.ts'
import { readPack, type PackReading } from '../parse/pack.ts'
import { fileName } from '../text/paths.ts'
import type { Folder } from './folder.ts'
import { conformanceOf } from './level.ts'
import type { PackRule } from './rule.ts'
import { manifestRules, packRules } from './rules/index.ts'
import { sourceCoverage } from './trace-facts.ts'

export interface ValidateOptions extends DiagnoseOptions {
  readonly file?: string
  /** Rules that need files run only with it. */
  readonly folder?: Folder
  /** Name of the folder that holds a pack, where it is known. */
  readonly folderName?: string
}

export type DocumentFormat = 'pack' | 'manifest' | 'llms' | 'well-known' | 'catalog' | 'record' | 'config'

export interface Validation {
  readonly format: DocumentFormat
  /** A model could be built and used. */
  readonly parsed: boolean
  readonly valid: boolean
  readonly level?: 1 | 2 | 3
  /** What a manifest lacks for the next level. */
  readonly missingForNext?: readonly string[]
  readonly units?: number
  readonly relationships?: number
  /** Share of a pack's compiled facts that can be traced to a source; absent without facts. */
  readonly sourceCoverage?: number
  /** The kind a record was judged by. */
  readonly schema?: RecordKind
  readonly diagnostics: readonly Diagnostic[]
}

/** Judges one document by its text alone; the file name tells the format. */
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
  if (manifest && raw) {
    const subject = { raw, manifest, units: unitsById(manifest.units), text: reading.source.text }
    run(manifestRules, subject, findings, options.folder)
  }
  const diagnostics = diagnose(findings, reading.source, options)
  const verdict = { format: 'manifest' as const, parsed: !reading.rejected, valid: !reading.rejected && isValid(diagnostics), diagnostics }
  if (!manifest || reading.rejected) return verdict
  const { level, missingForNext } = conformanceOf(manifest)
  return { ...verdict, level, missingForNext, units: manifest.units.length, relationships: manifest.relationshipCount }
}

export function validatePack(source: SourceText, options: ValidateOptions = {}): Validation {
  const reading = readPack(source, options.file ?? 'KNOWLEDGE.md')
  const diagnostics = judgePack(reading, packRules, options)
  const coverage = reading.head && options.folder ? sourceCoverage(options.folder) : undefined
  return {
    format: 'pack',
    parsed: reading.pack !== undefined,
    valid: reading.pack !== undefined && isValid(diagnostics),
    ...(coverage === undefined ? {} : { sourceCoverage: coverage }),
    diagnostics,
  }
}

const headRules = packRules.filter(({ needs }) => needs === 'head')

/** Judges what discovery reads of a pack: the frontmatter and nothing else. */
export function validatePackHead(reading: PackReading, options: ValidateOptions = {}): readonly Diagnostic[] {
  return judgePack(reading, headRules, options)
}

function judgePack(reading: PackReading, rules: readonly PackRule[], options: ValidateOptions): readonly Diagnostic[] {
  const { raw, head, pack, source, bodyStart } = reading
  const findings: Finding[] = [...reading.findings]
  if (raw && head) run(rules, { raw, head, pack, text: source.text, bodyStart, folderName: options.folderName }, findings, options.folder)
  return diagnose(findings, source, options)
}

type AnyRule<S> = { readonly needs: 'head' | 'body' | 'files' | 'files-if-given'; check(subject: S, report: (finding: Finding) => void, folder: Folder): void }

function run<S>(rules: readonly AnyRule<S>[], subject: S, findings: Finding[], folder: Folder | undefined): void {
  const kept = { error: 0, warning: 0, info: 0 }
  const report = (finding: Finding): void => {
    // A hostile document may have a million findings; of each severity no more are kept than `diagnose` could list.
    if (kept[finding.severity ?? codeEntries[finding.code].severity]++ <= limits.findings) findings.push(finding)
  }
  for (const rule of rules) {
    if (folder || rule.needs !== 'files') rule.check(subject, report, folder as Folder)
  }
}

const isValid = (diagnostics: readonly Diagnostic[]): boolean => diagnostics.every((diagnostic) => diagnostic.severity !== 'error')

function unitsById(units: readonly Unit[]): ReadonlyMap<string, Unit> {
  const byId = new Map<string, Unit>()
  for (const unit of units) if (!byId.has(unit.id)) byId.set(unit.id, unit)
  return byId
}
