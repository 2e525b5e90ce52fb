import { relative, resolve, sep } from 'node:path'
import { walkRoot } from '../discover/walk.ts'
import type { Diagnostic, Finding } from '../model/diagnostic.ts'
import { limits } from '../model/limits.ts'
import type { FileTrouble, Files } from '../model/ports.ts'
import { diagnose, type DiagnoseOptions } from '../parse/diagnose.ts'
import { fileName } from '../text/paths.ts'
import { openFolder } from '../validate/folder.ts'
import { validateManifest, validatePack, type Validation } from '../validate/validate.ts'

export interface ValidatedDocument extends Validation {
  /** As a person would write it: relative to the working folder, with forward slashes. */
  readonly path: string
}

export interface ValidatePathsOptions extends DiagnoseOptions {
  readonly cwd: string
}

export interface ValidatedPaths {
  readonly documents: readonly ValidatedDocument[]
  /** Paths that do not exist. */
  readonly missing: readonly string[]
  /** Calm remarks that belong to no document. */
  readonly notes: readonly Diagnostic[]
}

/** Judges what people name: a file is judged as it is, a folder is walked. */
export function validatePaths(files: Files, paths: readonly string[], options: ValidatePathsOptions): ValidatedPaths {
  const documents = new Map<string, ValidatedDocument>()
  const missing: string[] = []
  const notes: Diagnostic[] = []
  const judge = (folder: string, file: string): void => {
    const path = shownPath(options.cwd, `${folder}/${file}`)
    if (!documents.has(path)) documents.set(path, { path, ...validateFile(files, folder, file, path, options) })
  }
  for (const written of paths) {
    const path = resolve(options.cwd, written)
    const kind = files.kindOf(path)
    if (kind === 'folder') {
      const walked = walkRoot(files, path, 'workspace')
      const isPack = path !== resolve(options.cwd) && walked.notes.includes('KNOWLEDGE.md') && holdsOnlyPackFiles(files, path)
      if (isPack) judge(path, 'KNOWLEDGE.md')
      for (const entry of walked.entries) judge(entry.folder, entry.file)
      for (const note of walked.notes) if (!isPack || note !== 'KNOWLEDGE.md') notes.push(...noteDiagnostics(shownPath(options.cwd, `${path}/${note}`)))
    } else if (kind !== undefined || files.list(resolve(path, '..'))?.some((entry) => entry.name === fileName(path))) {
      judge(resolve(path, '..'), fileName(path))
    } else missing.push(written)
  }
  return { documents: [...documents.values()], missing, notes }
}

function validateFile(files: Files, folder: string, file: string, path: string, options: ValidatePathsOptions): Validation {
  const pack = !/\.ya?ml$/i.test(file)
  const read = files.read(folder, file, { limit: pack ? limits.contentBytes : limits.documentBytes })
  if (!read.ok) return unreadable(pack ? 'pack' : 'manifest', path, read.trouble, read.detail)
  const found = { ...options, file: path, folder: openFolder(files, folder), folderName: fileName(folder) }
  return pack ? validatePack(read.bytes, found) : validateManifest(read.bytes, found)
}

function unreadable(format: 'pack' | 'manifest', path: string, trouble: FileTrouble, detail: string): Validation {
  const large = trouble === 'too-large'
  const code = format === 'pack' ? (large ? 'AK106' : 'AK107') : large ? 'KCP106' : 'KCP107'
  const finding: Finding = { code, message: detail }
  return { format, parsed: false, valid: false, diagnostics: diagnose([finding], { file: path, text: '' }) }
}

/** Most repositories have such a note; it is no fault (AK-079). */
function noteDiagnostics(path: string): readonly Diagnostic[] {
  return diagnose([{ code: 'AK108', message: 'This note has no frontmatter, so it is not a pack.', span: { start: 0, end: 0 } }], { file: path, text: '' })
}

const packFolders = new Set(['documents', 'wiki', 'compiled', 'sources', 'indexes', 'runs', 'schemas', 'evals', 'assets', 'ontology', 'answers'])

/** A folder that holds nothing but a pack's files is a pack whose frontmatter is missing, not a repository with a note. */
function holdsOnlyPackFiles(files: Files, path: string): boolean {
  return (files.list(path) ?? []).every((entry) => (entry.kind === 'folder' ? packFolders.has(entry.name) : /^(KNOWLEDGE\.md|LICENSE.*)$/.test(entry.name)))
}

function shownPath(cwd: string, path: string): string {
  const shown = relative(cwd, path)
  return (shown === '' ? '.' : shown).split(sep).join('/')
}
