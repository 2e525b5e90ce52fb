import { resolve } from 'node:path'
import { applyFixes, type FixedText, type SkipReason } from '../../author/edit/fix.ts'
import { overlayFiles } from '../../io/disk/overlay-files.ts'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import { fileName, folderOf } from '../../text/paths/paths.ts'
import { decodeUtf8 } from '../../text/bytes/utf8.ts'
import {
  validatePaths,
  type ValidatedDocument,
  type ValidatedPaths,
  type ValidatePathsOptions,
} from './validate-paths.ts'

/** New bytes for one file. Nothing is written here. */
export interface FileChange {
  /** The folder of the document, absolute, and the file from there. */
  readonly root: string
  readonly file: string
  readonly before: Uint8Array
  readonly after: Uint8Array
}

export interface FixedDocument {
  /** As `ValidatedDocument.path`. */
  readonly path: string
  readonly applied: readonly Diagnostic[]
  /** `worse`: the fix would have added errors. */
  readonly skipped: readonly { readonly diagnostic: Diagnostic; readonly reason: SkipReason | 'worse' }[]
  readonly changes: readonly FileChange[]
  /** The fixes kept undoing each other, so the document is left as it is. */
  readonly unsettled: boolean
}

export interface FixedPaths {
  /** The result for the files on the disk. */
  readonly validated: ValidatedPaths
  readonly documents: readonly FixedDocument[]
}

/** A fix may enable another, and a YAML error hides the next one. More rounds mean that fixes undo each other. */
const rounds = 40

/** Computes what fixing would change and validates the result; the caller writes it. */
export function fixPaths(files: Files, paths: readonly string[], options: ValidatePathsOptions): FixedPaths {
  const validated = validatePaths(files, paths, options)
  const fixable = validated.documents.filter((document) => document.diagnostics.some((diagnostic) => diagnostic.fix))
  const contents = new Map<string, Uint8Array>()
  const documents = fixable.map(({ path }) => {
    const validate = (tried: Contents): ValidatedDocument | undefined =>
      validatePaths(overlayFiles(files, tried), [path], options).documents.find((document) => document.path === path)
    const fixed = fixDocument({ files, path, root: resolve(options.cwd, folderOf(path)), validate }, contents)
    for (const { root, file, after } of fixed.changes) contents.set(resolve(root, file), after)
    return fixed
  })
  return { validated, documents }
}

/** Whether one fix, alone, adds no error. `path` is that of the document. */
export function isHarmless(
  files: Files,
  path: string,
  { diagnostic, ...options }: ValidatePathsOptions & { readonly diagnostic: Diagnostic },
): boolean {
  const validate = (tried: Contents): ValidatedDocument | undefined =>
    validatePaths(overlayFiles(files, tried), [path], options).documents[0]
  const subject = { files, path, root: resolve(options.cwd, folderOf(path)), validate }
  const before = validate(new Map())
  return before !== undefined && isNoWorse(before, validate(fixOnce(subject, new Map(), [diagnostic]).contents))
}

type Contents = ReadonlyMap<string, Uint8Array>

interface Subject {
  readonly files: Files
  readonly path: string
  readonly root: string
  validate(contents: Contents): ValidatedDocument | undefined
}

function fixDocument(subject: Subject, start: Contents): FixedDocument {
  const { path, root, files, validate } = subject
  const applied: Diagnostic[] = []
  const changed = new Set<string>()
  const original = validate(start)
  let contents = start
  let document = original
  for (let round = 0; round < rounds; round++) {
    if (!original || !document) break
    const fixes = document.diagnostics.filter((diagnostic) => diagnostic.fix)
    const before = isReadable(original) ? original : document
    const chosen = fixesWithoutHarm(fixes, (some) =>
      isNoWorse(before, validate(fixOnce(subject, contents, some).contents)),
    )
    const step = fixOnce(subject, contents, chosen)
    if (step.changed.length === 0) {
      const kept = new Set(chosen)
      const worse = fixes
        .filter((diagnostic) => !kept.has(diagnostic))
        .map((diagnostic) => ({ diagnostic, reason: 'worse' as const }))
      const changes = [...changed].map((file) => ({
        root,
        file,
        before: readBytes(overlayFiles(files, start), root, file),
        after: readBytes(overlayFiles(files, contents), root, file),
      }))
      return { path, applied, skipped: [...step.skipped, ...worse], changes, unsettled: false }
    }
    for (const diagnostic of step.applied) applied.push(diagnostic)
    for (const file of step.changed) changed.add(file)
    contents = step.contents
    document = validate(contents)
  }
  return { path, applied: [], skipped: [], changes: [], unsettled: true }
}

/** The fixes that can be applied together without new errors, found by bisection. */
function fixesWithoutHarm(
  fixes: readonly Diagnostic[],
  isFine: (fixes: readonly Diagnostic[]) => boolean,
): readonly Diagnostic[] {
  const add = (kept: readonly Diagnostic[], more: readonly Diagnostic[]): readonly Diagnostic[] => {
    if (more.length === 0 || isFine([...kept, ...more])) return [...kept, ...more]
    if (more.length === 1) return kept
    const middle = more.length >> 1
    return add(add(kept, more.slice(0, middle)), more.slice(middle))
  }
  return add([], fixes)
}

interface Step {
  readonly contents: Contents
  readonly changed: readonly string[]
  readonly applied: readonly Diagnostic[]
  readonly skipped: FixedText['skipped']
}

function fixOnce({ files, path, root }: Subject, contents: Contents, diagnostics: readonly Diagnostic[]): Step {
  const view = overlayFiles(files, contents)
  const fixed = [...byFile(diagnostics, path)].map(([file, fixes]) => ({
    file,
    ...fixFile(readBytes(view, root, file), fixes),
  }))
  const changed = fixed.filter(({ applied }) => applied.length > 0)
  return {
    contents: new Map([...contents, ...changed.map(({ file, bytes }) => [resolve(root, file), bytes] as const)]),
    changed: changed.map(({ file }) => file),
    applied: changed.flatMap(({ applied }) => applied),
    skipped: fixed.flatMap(({ skipped }) => skipped),
  }
}

function fixFile(
  before: Uint8Array,
  diagnostics: readonly Diagnostic[],
): Omit<FixedText, 'text'> & { readonly bytes: Uint8Array } {
  const decoded = decodeUtf8(before)
  if (!decoded.ok)
    return { bytes: before, applied: [], skipped: diagnostics.map((diagnostic) => ({ diagnostic, reason: 'outside' })) }
  const { text, applied, skipped } = applyFixes(decoded.text, diagnostics)
  return { bytes: new TextEncoder().encode(`${decoded.bom ? '\uFEFF' : ''}${text}`), applied, skipped }
}

/** Rules name the document by its shown path and other files relative to its folder. */
function byFile(diagnostics: readonly Diagnostic[], path: string): ReadonlyMap<string, readonly Diagnostic[]> {
  const files = new Map<string, Diagnostic[]>()
  for (const diagnostic of diagnostics) {
    const file = diagnostic.where.file === path ? fileName(path) : diagnostic.where.file
    const known = files.get(file)
    if (known) known.push(diagnostic)
    else files.set(file, [diagnostic])
  }
  return files
}

function readBytes(files: Files, root: string, file: string): Uint8Array {
  const read = files.read(root, file, { limit: limits.contentBytes })
  return read.ok ? read.bytes : new Uint8Array()
}

/** No code has more errors than before, and a parsed document still parses. */
function isNoWorse(before: ValidatedDocument, after: ValidatedDocument | undefined): boolean {
  if (!after || (before.parsed && !after.parsed)) return false
  const known = errorCounts(before)
  // Errors that appear once the YAML can be read were there before.
  if (!isReadable(before) && isReadable(after)) return true
  return [...errorCounts(after)].every(([code, count]) => count <= (known.get(code) ?? 0))
}

const isReadable = ({ diagnostics }: ValidatedDocument): boolean =>
  !diagnostics.some(({ code }) => code === 'KCP101' || code === 'AK103')

function errorCounts({ diagnostics }: ValidatedDocument): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { severity, code } of diagnostics) if (severity === 'error') counts.set(code, (counts.get(code) ?? 0) + 1)
  return counts
}
