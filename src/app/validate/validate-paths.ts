import { resolve } from 'node:path'
import { diagnoseNote } from '../../discover/discover.ts'
import { usableHead } from '../../discover/usable-head.ts'
import { walkRoot } from '../../discover/walk.ts'
import { systemClock } from '../../io/system.ts'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import { limits } from '../../model/limits.ts'
import { isPackFolder } from '../../model/tables/pack-folders.ts'
import type { Files, ReadFile } from '../../model/ports.ts'
import { diagnose, type DiagnoseOptions } from '../../parse/diagnose.ts'
import { pathFromRoot } from '../../parse/local-manifest.ts'
import { readManifest } from '../../parse/manifest/manifest.ts'
import { parseLlmsTxt } from '../../parse/side-documents/llms-txt.ts'
import { fileName, folderOf } from '../../text/paths/paths.ts'
import { openFolder } from '../../validate/folder.ts'
import { validateRecord, type ValidateRecordOptions } from '../../validate/validate-record.ts'
import type { Validation } from '../../validate/validate.ts'
import { shownPath } from '../shared/shown-path.ts'
import { documentKindOf, recordKind, rootDocuments, type DocumentKind } from './document-kinds.ts'

export interface ValidatedDocument extends Validation {
  /** Relative to the working folder, with forward slashes. */
  readonly path: string
}

export interface ValidatePathsOptions extends DiagnoseOptions {
  readonly cwd: string
  /** Default: the clock of the machine. */
  readonly now?: Date
}

export interface ValidatedPaths {
  readonly documents: readonly ValidatedDocument[]
  /** Paths that do not exist. */
  readonly missing: readonly string[]
  /** Named files that are not knowledge. */
  readonly skipped: readonly string[]
  /** Notes that belong to no document. */
  readonly notes: readonly Diagnostic[]
}

/** A document in the folder whose files it may refer to. */
export interface DocumentFile {
  /** Absolute. */
  readonly folder: string
  /** From there. */
  readonly file: string
}

/** Validates named files, and the documents in named folders. */
export function validatePaths(files: Files, paths: readonly string[], options: ValidatePathsOptions): ValidatedPaths {
  const documents = new Map<string, ValidatedDocument>()
  const missing: string[] = []
  const skipped: string[] = []
  const notes: Diagnostic[] = []
  const validateOnce = (document: DocumentFile): void => {
    const path = shownPath(options.cwd, `${document.folder}/${document.file}`)
    if (!documents.has(path)) documents.set(path, validateDocument(files, document, options))
  }
  for (const written of paths) {
    const path = resolve(options.cwd, written)
    const kind = files.kindOf(path)
    if (kind === 'folder') {
      const found = documentsIn(files, path, options.cwd)
      for (const document of found.documents) validateOnce(document)
      notes.push(...found.notes)
    } else if (kind !== undefined || files.list(resolve(path, '..'))?.some((entry) => entry.name === fileName(path))) {
      if (isOtherMarkdown(files, path)) skipped.push(written)
      else validateOnce({ folder: resolve(path, '..'), file: fileName(path) })
    } else missing.push(written)
  }
  return { documents: [...documents.values()], missing, skipped, notes }
}

/** The documents in a folder, and notes that belong to none of them. */
export function documentsIn(
  files: Files,
  path: string,
  cwd: string,
): { readonly documents: readonly DocumentFile[]; readonly notes: readonly Diagnostic[] } {
  const shown = path === cwd ? {} : { shown: shownPath(cwd, path) }
  const walked = walkRoot(files, { path, scope: 'workspace', ...shown }, usableHead)
  const isPack = path !== resolve(cwd) && walked.notes.includes('KNOWLEDGE.md') && holdsOnlyPackFiles(files, path)
  const besides = walked.notes.filter((note) => !isPack || note !== 'KNOWLEDGE.md')
  return {
    documents: [
      ...(isPack ? [{ folder: path, file: 'KNOWLEDGE.md' }] : []),
      ...walked.entries.flatMap(({ folder, file, format }) => [
        { folder, file },
        ...(format === 'manifest' ? includedDocuments(files, folder, file) : []),
      ]),
      ...rootDocuments.filter((file) => isOurs(files, path, file)).map((file) => ({ folder: path, file })),
    ],
    notes: [...besides.flatMap((note) => diagnoseNote(shownPath(cwd, `${path}/${note}`))), ...walked.diagnostics],
  }
}

/** The manifests that a manifest includes from its folder are validated with it (KCP §3.11). */
function includedDocuments(files: Files, folder: string, file: string): readonly DocumentFile[] {
  const found = new Set([file])
  for (const by of found) {
    const read = files.read(folder, by, { limit: limits.documentBytes })
    const { composition } = (read.ok && readManifest(read.bytes, by).manifest) || {}
    for (const { source = '' } of composition?.includes ?? []) {
      const path = pathFromRoot(source, folderOf(by))
      const isThere = path !== undefined && files.kindOf(`${folder}/${path}`) === 'file'
      if (isThere && found.size <= limits.includedManifests) found.add(path)
    }
  }
  return [...found].slice(1).map((path) => {
    const above = folderOf(path)
    return { folder: above === '' ? folder : `${folder}/${above}`, file: fileName(path) }
  })
}

export function validateDocument(
  files: Files,
  { folder, file }: DocumentFile,
  options: ValidatePathsOptions,
): ValidatedDocument {
  const path = shownPath(options.cwd, `${folder}/${file}`)
  return { path, ...validateFile(files, folder, file, path, options) }
}

function validateFile(
  files: Files,
  folder: string,
  file: string,
  path: string,
  options: ValidatePathsOptions,
): Validation {
  const kind = documentKindOf(fileName(file))
  const read = files.read(folder, file, { limit: kind.limit })
  if (read.ok)
    return kind.validate(read.bytes, {
      now: systemClock.now(),
      ...options,
      file: path,
      folder: openFolder(files, folder),
      folderName: fileName(folder),
    })
  return unreadable(kind, read, path)
}

function unreadable(
  kind: DocumentKind,
  { trouble, detail }: Exclude<ReadFile, { ok: true }>,
  file: string,
): Validation {
  const code = trouble === 'too-large' ? kind.tooLarge : kind.unreadable
  return {
    format: kind.format,
    parsed: false,
    valid: false,
    diagnostics: diagnose([{ code, message: detail }], { file, text: '' }),
  }
}

/** An llms.txt without manifests is not validated. */
function isOurs(files: Files, root: string, file: string): boolean {
  if (file !== 'llms.txt') return files.kindOf(`${root}/${file}`) !== undefined
  const read = files.read(root, file, { limit: limits.documentBytes })
  if (!read.ok) return false
  const { value, diagnostics } = parseLlmsTxt(read.bytes)
  return value !== undefined && (value.manifests.length > 0 || diagnostics.length > 0)
}

/** A folder with only files of a pack is a pack without frontmatter, not a repository with a note. */
function holdsOnlyPackFiles(files: Files, path: string): boolean {
  return (files.list(path) ?? []).every((entry) =>
    entry.kind === 'folder' ? isPackFolder(entry.name) : /^(KNOWLEDGE\.md|LICENSE.*)$/.test(entry.name),
  )
}

/** Hooks pass every changed file: a page with neither the name nor the fields of a pack is not one. */
export function isOtherMarkdown(files: Files, path: string): boolean {
  if (!/\.(?:md|markdown)$/i.test(path) || /^KNOWLEDGE\.md$/i.test(fileName(path))) return false
  const read = files.read(resolve(path, '..'), fileName(path), { limit: 0, head: limits.frontmatterBytes })
  if (!read.ok) return false
  const text = new TextDecoder().decode(read.bytes)
  return !(text.startsWith('---') && /^name\s*:/m.test(text) && /^type\s*:/m.test(text))
}

interface ValidateRecordsOptions extends Omit<ValidateRecordOptions, 'file'> {
  readonly cwd: string
}

/** Validates files as records, whatever their names. A folder counts as missing. */
export function validateRecords(
  files: Files,
  paths: readonly string[],
  { cwd, ...options }: ValidateRecordsOptions,
): ValidatedPaths {
  const named = [...new Set(paths)].map((written) => ({ written, path: resolve(cwd, written) }))
  const isThere = ({ path }: { readonly path: string }): boolean => !['folder', undefined].includes(files.kindOf(path))
  const documents = named.filter(isThere).map(({ path }) => {
    const file = shownPath(cwd, path)
    return { path: file, ...validateAsRecord(files, path, { ...options, file }) }
  })
  return {
    documents,
    missing: named.filter((name) => !isThere(name)).map(({ written }) => written),
    skipped: [],
    notes: [],
  }
}

function validateAsRecord(
  files: Files,
  path: string,
  options: ValidateRecordOptions & { readonly file: string },
): Validation {
  const read = files.read(resolve(path, '..'), fileName(path), { limit: recordKind.limit })
  return read.ok ? validateRecord(read.bytes, options) : unreadable(recordKind, read, options.file)
}
