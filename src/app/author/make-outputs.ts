import { digest } from '../../text/bytes/digest.ts'
import type { UntraceableLine } from '../../author/compile/compile-facts.ts'
import { compileRun } from '../../author/compile/compile-run.ts'
import { gateFindings, suggestedStatus, type CompileFinding } from '../../author/compile/gates.ts'
import {
  outputIndexPath,
  outputIndexText,
  readOutputIndex,
  type IndexedOutput,
  type OutputVerb,
} from '../../author/compile/output-index.ts'
import { planOutputs, type Output, type OutputPlan, type PlannedFile } from '../../author/compile/plan-outputs.ts'
import { sourceMapPath, sourceMapText, type SourceMapParts } from '../../author/compile/source-map-text.ts'
import { isSplit } from '../../author/compile/split-document.ts'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import { hashOf } from '../../text/bytes/digest.ts'
import { fileName } from '../../text/paths/paths.ts'
import { withTexts, type Folder } from '../../validate/folder.ts'
import { claimsIn } from '../../validate/pack-facts/claims-in.ts'
import { packRules } from '../../validate/rules/pack/pack-rules.ts'
import { checkPack } from '../../validate/run-rules.ts'
import { version } from '../../version.ts'
import { writeRecord, type AuthoredPack, type AuthorPorts } from './authored-pack.ts'

export interface MakeOptions {
  readonly dryRun: boolean
  /** Delete outputs that are no longer made. */
  readonly force: boolean
  /** The run was triggered by a change of the sources. */
  readonly changed: boolean
}

/** What one run of `split` or `compile` makes. */
interface OutputMaking {
  readonly by: OutputVerb
  readonly outputs: readonly Output[]
  /** Its part of the source map. */
  readonly map: SourceMapParts
  readonly inputs: readonly string[]
  readonly omitted: readonly { readonly path: string; readonly reason: string }[]
  readonly untraceable: readonly UntraceableLine[]
  /** Documents that take no part, whose outputs stay as they are. */
  readonly excluded: ReadonlySet<string>
  readonly gates: readonly CompileFinding[]
}

export interface MadeOutputs {
  readonly pack: string | undefined
  readonly files: readonly PlannedFile[]
  readonly omitted: OutputMaking['omitted']
  readonly untraceable: readonly UntraceableLine[]
  readonly gates: readonly CompileFinding[]
  /** The status that a person should set. */
  readonly suggestedStatus?: string
  /** Path of the run record; absent if nothing changed. */
  readonly record?: string
  /** Why nothing was made. */
  readonly refused?: string
}

const foreignIndex =
  `"${outputIndexPath}" was not written by lorefence, or was changed since; it lists what may be replaced. ` +
  'Move it elsewhere.'

/** Plans the outputs, checks them before they are written, and writes them with their index and a run record. */
export function makeOutputs(
  ports: AuthorPorts,
  authored: AuthoredPack,
  making: OutputMaking,
  options: MakeOptions,
): MadeOutputs {
  const { folder, root, pack } = authored
  const { by, omitted, untraceable, inputs } = making
  const about = { pack: pack?.name, omitted, untraceable }
  const indexText = folder.text(outputIndexPath)
  const known = indexText === undefined ? [] : readOutputIndex(indexText)
  const refused = (reason: string, gates = making.gates): MadeOutputs => ({
    ...about,
    files: [],
    gates,
    refused: reason,
  })
  if (!known || (indexText === undefined && folder.hasFile(outputIndexPath))) return refused(foreignIndex)
  const read = (path: string): Uint8Array | undefined => {
    const found = folder.bytes(path)
    return found.ok ? found.bytes : undefined
  }
  const plan = planOutputs(withMap(making, folder.text(sourceMapPath)), {
    by,
    // Both verbs write the source map.
    known: known.map((output) => (output.path === sourceMapPath ? { ...output, by } : output)),
    read,
    force: options.force,
    isBeyond: ({ path, source }) =>
      path === sourceMapPath || (source !== undefined && making.excluded.has(source.path)),
  })
  const files = withIndex(plan, read(outputIndexPath))
  const planned = withTexts(folder, textsOf(files))
  const parts = new Set([
    ...inputs,
    ...files.map(({ path }) => path).filter((path) => !path.startsWith('compiled/splits/')),
  ])
  const gates = [...making.gates, ...gateFindings(findingsIn(authored, planned), (path) => parts.has(path))]
  const stopped = gates.find(({ gate }) => gate === 'schema')
  if (stopped) return refused(`The frontmatter is invalid: ${stopped.diagnostic.message}`, gates)
  const suggested = suggestedStatus(
    gates,
    claimsIn(planned).map(({ status }) => status ?? ''),
  )
  const result = { ...about, files, gates, ...(suggested === undefined ? {} : { suggestedStatus: suggested }) }
  const isChanged = files.some(({ operation }) => operation !== 'unchanged' && operation !== 'kept')
  if (options.dryRun || !isChanged) return result
  writeFiles(ports, root, files)
  const record = writeRecord(ports, root, 'compile', (runId) =>
    compileRun({
      runId,
      trigger: options.changed ? 'source-change' : 'manual',
      tool: { tool: `lorefence ${by}`, version },
      pack,
      inputs: inputs.flatMap((path) => inputOf(path, read(path))),
      files,
      gates,
      untraceable,
      suggested,
    }),
  )
  return { ...result, record }
}

const inputOf = (path: string, bytes: Uint8Array | undefined) =>
  bytes ? [{ path, sha256: hashOf(bytes, 'sha256') }] : []

/** Findings of the pack as it would be, relative to the pack. */
export const findingsIn = ({ reading, root }: AuthoredPack, folder: AuthoredPack['folder']): readonly Diagnostic[] =>
  checkPack(reading, packRules, { folder, folderName: fileName(root) })

function withMap({ outputs, map }: OutputMaking, existing: string | undefined): readonly Output[] {
  const text = sourceMapText(existing, map)
  return text === undefined ? outputs : [...outputs, { path: sourceMapPath, text }]
}

/** The index lists everything but itself; its own digest is in it. */
function withIndex({ files, index }: OutputPlan, before: Uint8Array | undefined): readonly PlannedFile[] {
  if (index.length === 0 && !before) return files
  // Both verbs write the source map; its record does not depend on which was last.
  const entries = index.map((output) =>
    output.path === sourceMapPath ? { ...output, by: 'compile' as const } : output,
  )
  const after = new TextEncoder().encode(outputIndexText(entries))
  if (!before) return [...files, { path: outputIndexPath, operation: 'created', after }]
  const operation = Buffer.compare(before, after) === 0 ? 'unchanged' : 'updated'
  return [...files, { path: outputIndexPath, operation, before, after }]
}

const textsOf = (files: readonly PlannedFile[]): ReadonlyMap<string, string> =>
  new Map(files.flatMap(({ path, after }) => (after ? [[path, new TextDecoder().decode(after)] as const] : [])))

/** The index is last, so that it never names a missing file. */
function writeFiles(ports: AuthorPorts, root: string, files: readonly PlannedFile[]): void {
  for (const { path, operation, before, after } of files) {
    if (operation === 'unchanged' || operation === 'kept') continue
    const written = before
      ? ports.replace(root, path, { before, ...(after ? { after } : {}) })
      : ports.writer.create(root, path, after ?? new Uint8Array())
    if (!written.ok) throw new Error(`"${path}" was not written. ${written.detail}`)
  }
}

interface OutputState {
  readonly outputs: readonly IndexedOutput[]
  /** Splits whose section changed or is gone since they were made. */
  readonly outdated: readonly IndexedOutput[]
  /** Documents without splits, if other documents have some. */
  readonly uncovered: readonly string[]
}

/** How the splits of a pack compare with its documents. */
export function outputState(folder: Folder): OutputState {
  const outputs = readOutputIndex(folder.text(outputIndexPath) ?? '') ?? []
  const splits = outputs.filter(({ source }) => source !== undefined)
  const outdated = splits.filter(({ source }) => {
    const text = source && folder.content(source.path)
    return !source || text === undefined || digest(text.slice(source.start, source.end)) !== source.sha256
  })
  const covered = new Set(splits.map(({ source }) => source?.path))
  const documents = folder.files.filter((path) => /^documents\/(?!open-questions)/i.test(path) && isSplit(path))
  return { outputs, outdated, uncovered: splits.length === 0 ? [] : documents.filter((path) => !covered.has(path)) }
}
