import { basename, dirname, resolve } from 'node:path'
import { validatePaths, validateSource, type ValidatedPaths } from '../../../../app/index.ts'
import { diskFiles } from '../../../../io/disk/disk-files.ts'
import { overlayFiles } from '../../../../io/disk/overlay-files.ts'
import { revisionFiles } from '../../../../io/git/revision-files.ts'
import type { Files } from '../../../../model/ports.ts'
import { shellWord } from '../../../../text/messages/show-value.ts'
import { didYouMean } from '../../../../text/messages/suggest.ts'
import { knownFindings, readBaseline, type KnownFindings } from '../../render/report/known-findings.ts'
import { buildReport } from '../../render/report/report.ts'
import { sourcesIn } from '../../render/report/sources.ts'
import { sinceRevision } from '../../since-revision.ts'
import { text, UsageError, type Call, type Values } from '../../verb.ts'

export function checkUsage(paths: readonly string[], values: Values): void {
  if (values['since'] !== undefined && values['baseline'] !== undefined)
    throw new UsageError('--since and --baseline both define which findings are known; use one of them.')
  if (paths.length === 0) throw new UsageError('validate needs a path. Try "lorefence validate .".')
  if (!paths.includes('-')) {
    if (values['stdin-name'] !== undefined) throw new UsageError('--stdin-name needs - as the path.')
    return
  }
  if (paths.length > 1) throw new UsageError('stdin cannot be combined with paths; use either - or paths.')
  if (values['since'] !== undefined) throw new UsageError('--since compares files and cannot be used with stdin.')
  if (values['fix'] || values['dry-run']) throw new UsageError('--fix changes files and cannot be used with stdin.')
}

/** The disk; for `-`, with the text of stdin under its name. */
export async function openInput({ positionals, values, terminal }: Call, onDocument: () => void): Promise<Files> {
  if (positionals[0] !== '-') return countDocuments(diskFiles, onDocument)
  return overlayFiles(diskFiles, new Map([[resolve(terminal.cwd, stdinPath(values)), await terminal.stdin()]]))
}

/** Counts documents, which are read whole; other files are not counted. */
function countDocuments(files: Files, onDocument: () => void): Files {
  return {
    ...files,
    read(root, path, options) {
      if (options.head === undefined && /^(?:KNOWLEDGE\.md|[^/]*\.ya?ml)$/.test(path)) onDocument()
      return files.read(root, path, options)
    },
  }
}

const stdinPath = (values: Values): string => text(values['stdin-name']) ?? 'stdin'

/** Validates the text only: files in the working folder may not belong to it. */
export function validateStdin(
  files: Files,
  values: Values,
  { cwd, ...options }: { readonly cwd: string; readonly strict: boolean; readonly lint: boolean },
): ValidatedPaths {
  const path = stdinPath(values)
  const read = files.read(cwd, path, { limit: Number.MAX_SAFE_INTEGER })
  const name = text(values['stdin-name'])
  const validation = validateSource(read.ok ? read.bytes : '', { ...options, ...(name === undefined ? {} : { name }) })
  return { documents: [{ path, ...validation }], missing: [], skipped: [], notes: [] }
}

export function refuseMissing({ missing: [missing] }: ValidatedPaths, cwd: string): void {
  if (missing === undefined) return
  const siblings = diskFiles.list(resolve(cwd, missing, '..'))
  const hint = siblings
    ? didYouMean(
        basename(missing),
        siblings.map(({ name }) => name),
      )
    : 'Its folder does not exist either.'
  throw new UsageError(`"${missing}" does not exist.${hint ? ` ${hint}` : ''}`, 'not-found')
}

/** A wrong path must not pass for a valid document; beside documents, other Markdown is skipped. */
export function refuseOtherFiles({ skipped }: ValidatedPaths, paths: readonly string[]): void {
  const [first] = skipped
  if (first === undefined || skipped.length < paths.length) return
  throw new UsageError(
    `"${first}" is no pack, manifest or record, so nothing was validated. Name KNOWLEDGE.md, knowledge.yaml, or a folder with them.`,
    'other-kind',
  )
}

/** The report must not replace a validated file. */
export function refuseOwnOutput({ documents }: ValidatedPaths, values: Values, cwd: string): void {
  const output = text(values['output'])
  const own =
    output === undefined ? undefined : documents.find(({ path }) => resolve(cwd, path) === resolve(cwd, output))
  if (own) throw new UsageError(`--output would overwrite "${own.path}", which is being validated.`)
}

interface ValidateOptions {
  readonly cwd: string
  readonly strict: boolean
  readonly lint: boolean
}

/** The findings at the revision of `--since`, or those in the report of `--baseline`. */
export function knownBefore(call: Call, files: Files, options: ValidateOptions): KnownFindings | undefined {
  const baseline = text(call.values['baseline'])
  if (baseline !== undefined) return baselineIn(files, baseline, options.cwd)
  const revision = sinceRevision(call)
  if (!revision) return undefined
  const earlier = revisionFiles(files, revision)
  const report = buildReport(validatePaths(earlier, call.positionals, options), sourcesIn(earlier, options.cwd), {
    strict: false,
    quiet: false,
  })
  return knownFindings(report.documents.flatMap(({ shown }) => shown))
}

function baselineIn(files: Files, baseline: string, cwd: string): KnownFindings {
  const path = resolve(cwd, baseline)
  const read = files.read(dirname(path), basename(path), { limit: Number.MAX_SAFE_INTEGER })
  const known = read.ok ? readBaseline(new TextDecoder().decode(read.bytes)) : undefined
  if (known) return known
  const trouble = read.ok ? 'not a report' : 'missing'
  throw new UsageError(
    `"${baseline}" is ${trouble}. To write it: lorefence validate . --json --output ${shellWord(baseline)}`,
  )
}
