import type { Pack } from '../model/documents/pack.ts'
import type { Excerpt, ReadResult } from '../model/reading/read.ts'
import type { Receipt } from '../model/records/receipt.ts'
import type { Severity } from '../model/codes/diagnostic.ts'
import type { ActivationMode, PackStatus } from '../model/tables/vocabulary.ts'
import { fileStem } from '../text/paths/paths.ts'

/** A pack with text in the release, as the run record names it. */
export interface ActivatedPack {
  readonly ref: string
  readonly pack: Pack
}

type RunStatus = 'passed' | 'needs-review' | 'stale' | 'disputed' | 'failed'

const statusOf: Readonly<Record<PackStatus, RunStatus>> = {
  ready: 'passed',
  draft: 'needs-review',
  'needs-review': 'needs-review',
  stale: 'stale',
  disputed: 'disputed',
  archived: 'needs-review',
}
const worstFirst: readonly RunStatus[] = ['disputed', 'stale', 'needs-review', 'passed']

/** `context-2026-05-06T09-10-00Z`; a further run in the same second gets a number (AK-217). */
export function runIdOf(now: Date, attempt: number): string {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  return `context-${time}${attempt === 0 ? '' : `-${attempt + 1}`}`
}

/** The context-resolution record of a read, with the packs in the order of their envelopes (AK-216 to AK-221). */
export function contextRun(runId: string, result: ReadResult, packs: readonly ActivatedPack[]): object {
  const { receipt } = result
  const statuses = new Set(packs.map(({ pack }) => statusOf[pack.status]))
  return {
    run_id: runId,
    query: receipt.task,
    status: worstFirst.find((status) => statuses.has(status)) ?? 'passed',
    resolver: { tool: 'lorefence', version: receipt.version, strategy: 'ranked-excerpts' },
    activated_packs: packs.map((activated, i) => packEntry(activated, i + 1, result)),
    ...(result.missing.length > 0 ? { missing: result.missing } : {}),
    token_estimate: result.tokens,
    wrapper_order: packs.map(({ pack }) => pack.name),
  }
}

function packEntry(activated: ActivatedPack, order: number, { excerpts, receipt }: ReadResult): object {
  const { ref, pack } = activated
  const own = excerpts.filter((excerpt) => excerpt.ref === ref)
  const files = unique(own.map(({ path }) => path))
  const splits = files.filter((path) => path.startsWith('compiled/splits/'))
  const documents = unique([
    ...own.filter(({ path }) => splits.includes(path)).flatMap((excerpt) => documentsOf(excerpt, pack)),
    ...files.filter((path) => path.startsWith('documents/')),
  ])
  const anchors = unique(own.flatMap(({ citations }) => citations))
  const builder = builderOf(pack)
  return {
    name: pack.name,
    activation: activationOf(ref, receipt),
    selected_files: files,
    status: pack.status,
    trust: pack.trust,
    ...(pack.grounding === undefined ? {} : { grounding: pack.grounding }),
    ...(anchors.length > 0 ? { source_anchors: anchors } : {}),
    warnings: [...warningsOn(activated, receipt), ...claimsOn(activated, receipt)],
    profile: pack.profile,
    runtime_mode: pack.mode,
    ...(documents.length > 0 ? { selected_documents: documents } : {}),
    ...(splits.length > 0 ? { selected_splits: splits } : {}),
    wrapper_order: order,
    ...(builder ? { builder_skill: builder } : {}),
  }
}

/**
 * The documents that a split cites. Without citations, `compiled/splits/<stem>/…` comes from the document of that stem
 * (AK-014).
 */
function documentsOf({ path: split, citations }: Excerpt, { head }: Pack): readonly string[] {
  const cited = citations.filter((citation) => citation.startsWith('documents/'))
  if (cited.length > 0) return cited.map((citation) => citation.replace(/#.*$/, ''))
  const [, stem, extension] = /^compiled\/splits\/(.+)\/[^/]+?(\.[^./]+)$/.exec(split) ?? []
  const primary = head.metadata?.primaryDocument
  if (primary !== undefined && (stem === undefined || fileStem(primary) === stem)) return [primary]
  return stem === undefined ? [] : [`documents/${stem}${extension}`]
}

const unique = (paths: readonly string[]): readonly string[] => [...new Set(paths)]

/** Named packs are explicit; others have the mode of the read (AK-131, AK-358). */
const activationOf = (ref: string, { activation, sources = [] }: Receipt): ActivationMode =>
  sources.find((source) => source.ref === ref)?.activation ?? activation ?? 'resolver-driven'

export interface RunWarning {
  readonly severity: Severity
  readonly message: string
  readonly path?: string
}

/** The notes of the gates, then the warnings of the read about this pack (AK-350, AK-360). */
export function warningsOn({ ref }: ActivatedPack, { decisions, warnings = [] }: Receipt): readonly RunWarning[] {
  const own = warnings.filter((warning) => warning.ref === ref)
  // The note on a status is more specific than its diagnostic.
  const severity = own.find(({ code }) => code === statusCode)?.severity ?? 'warning'
  const reasons = decisions.find((decision) => decision.ref === ref)?.reasons ?? []
  const notes = reasons
    .filter(({ obligations }) => obligations?.includes('note'))
    .map(({ gate, sentence }) => ({ severity: gate === 'status' ? severity : ('warning' as const), message: sentence }))
  const others = own
    .filter(({ code }) => code !== statusCode)
    .map(({ code, severity: grade, message = code, path }) => ({
      severity: grade,
      message,
      ...(path === undefined ? {} : { path }),
    }))
  return [...notes, ...others]
}

const statusCode = 'AK812'

/** The schema has no other place for claims of the source map. */
const claimsOn = ({ ref }: ActivatedPack, { claims = [] }: Receipt): readonly RunWarning[] =>
  claims
    .filter((claim) => claim.ref === ref)
    .map(({ id, status, source, path }) => ({
      severity: 'info',
      message: `Source-map claim "${id}" is ${status}${source === undefined ? '' : `: ${source}`}.`,
      path,
    }))

/** Only the fields that the record allows (AK-221). */
function builderOf({ head }: Pack): object | undefined {
  const { name, version, digest } = head.metadata?.producedBy ?? {}
  return name === undefined || name === ''
    ? undefined
    : { name, ...(version === undefined ? {} : { version }), ...(digest === undefined ? {} : { digest }) }
}
