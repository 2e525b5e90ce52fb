import type { ClosedManifest, ValidatedDocument, ValidatedPaths } from '../../../../app/index.ts'
import type { Diagnostic, Place } from '../../../../model/codes/diagnostic.ts'
import { folderOf } from '../../../../text/paths/paths.ts'
import { dropKnown, type KnownFindings } from './known-findings.ts'
import { withholdSecrets, type OpenSource } from './sources.ts'

/** The validation result and the part of it that is shown. All paths are relative to the working folder. */
export interface ValidationReport {
  readonly ok: boolean
  readonly documents: readonly ReportedDocument[]
  readonly notes: readonly Diagnostic[]
  readonly summary: Summary
  /** Manifests none of whose units can be read. */
  readonly closed: readonly ClosedManifest[]
  /** Present when only a part of the findings was asked for. */
  readonly page?: Page
}

export interface ReportedDocument extends ValidatedDocument {
  /** The findings that are shown; `diagnostics` holds all of them. */
  readonly shown: readonly Diagnostic[]
}

/** Counts everything, shown or not. */
interface Summary {
  readonly errors: number
  readonly warnings: number
  readonly infos: number
  readonly fixable: number
  /** Findings that were known before and are not reported; absent without a baseline or revision. */
  readonly known?: number
}

interface Page {
  readonly offset: number
  readonly limit: number | null
  readonly shown: number
  readonly total: number
}

export interface ReportOptions {
  readonly strict: boolean
  readonly quiet: boolean
  readonly offset?: number
  readonly limit?: number
  readonly closed?: readonly ClosedManifest[]
  /** Findings that are neither reported nor counted. */
  readonly known?: KnownFindings | undefined
}

export function buildReport(result: ValidatedPaths, openSource: OpenSource, options: ReportOptions): ValidationReport {
  const found = result.documents.map((document) => ({
    ...document,
    diagnostics: document.diagnostics.map((diagnostic) => rebase(diagnostic, document.path)),
  }))
  const { known } = options
  const documents = known ? withoutKnown(found, known, openSource) : found
  const all = documents.flatMap((document) => document.diagnostics)
  const knownCount = found.reduce((sum, { diagnostics }) => sum + diagnostics.length, 0) - all.length
  const summary = { ...summarize(all), ...(known ? { known: knownCount } : {}) }
  const fails = (diagnostic: Diagnostic): boolean =>
    diagnostic.severity === 'error' || (options.strict && diagnostic.severity === 'warning')
  const wanted = options.quiet ? all.filter(fails) : all
  const offset = options.offset ?? 0
  const page = new Set(wanted.slice(offset, options.limit === undefined ? undefined : offset + options.limit))
  const paged = options.offset !== undefined || options.limit !== undefined
  return {
    ok:
      (known ? summary.errors === 0 : documents.every(({ valid }) => valid)) &&
      !(options.strict && summary.warnings > 0),
    documents: documents.map((document) => reported(document, page, openSource)),
    notes: options.quiet ? [] : result.notes,
    summary,
    closed: options.closed ?? [],
    ...(paged ? { page: { offset, limit: options.limit ?? null, shown: page.size, total: wanted.length } } : {}),
  }
}

function reported(
  document: ValidatedDocument,
  page: ReadonlySet<Diagnostic>,
  openSource: OpenSource,
): ReportedDocument {
  const kept = document.diagnostics.filter((diagnostic) => page.has(diagnostic))
  return { ...document, shown: concealed(document.path, kept, openSource) }
}

function concealed(
  document: string,
  diagnostics: readonly Diagnostic[],
  openSource: OpenSource,
): readonly Diagnostic[] {
  if (diagnostics.length === 0) return []
  const files = new Set([document, ...diagnostics.map(({ where }) => where.file)])
  const secrets = [...files].flatMap((file) => openSource(document, file)?.secrets ?? [])
  return diagnostics.map((diagnostic) => withholdSecrets(diagnostic, secrets))
}

/** Findings are compared as they were reported, without secrets. */
function withoutKnown(
  documents: readonly ValidatedDocument[],
  known: KnownFindings,
  openSource: OpenSource,
): readonly ValidatedDocument[] {
  const isNew = dropKnown(known)
  return documents.map((document) => ({
    ...document,
    diagnostics: concealed(document.path, document.diagnostics, openSource).filter(isNew),
  }))
}

/** Rules name other files relative to the folder of the document; a report is relative to the working folder. */
function rebase(diagnostic: Diagnostic, document: string): Diagnostic {
  const folder = folderOf(document)
  if (folder === '') return diagnostic
  const move = (place: Place): Place =>
    place.file === document ? place : { ...place, file: `${folder}/${place.file}` }
  const related = diagnostic.related?.map((entry) => ({ ...entry, where: move(entry.where) }))
  return { ...diagnostic, where: move(diagnostic.where), ...(related ? { related } : {}) }
}

function summarize(diagnostics: readonly Diagnostic[]): Summary {
  const count = (severity: Diagnostic['severity']): number =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity).length
  return {
    errors: count('error'),
    warnings: count('warning'),
    infos: count('info'),
    fixable: diagnostics.filter((diagnostic) => diagnostic.fix).length,
  }
}
