import { resolve } from 'node:path'
import { readOutline, type OutlineNode } from '../../author/edit/outline.ts'
import { overlayFiles } from '../../io/disk/overlay-files.ts'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import { fileName } from '../../text/paths/paths.ts'
import { decodeUtf8 } from '../../text/bytes/utf8.ts'
import { rootDocuments } from '../validate/document-kinds.ts'
import {
  documentsIn,
  isOtherMarkdown,
  validateDocument,
  type DocumentFile,
  type ValidatePathsOptions,
} from '../validate/validate-paths.ts'

/** A finding of a document, in the document or in another file of its folder. */
export interface EditFinding {
  readonly document: DocumentFile
  /** Absolute path of the file it is in. */
  readonly path: string
  readonly diagnostic: Diagnostic
}

/** The folders that are open in an editor, with the texts that are not saved yet. */
export class Workspace {
  readonly #disk: Files
  readonly #options: Omit<ValidatePathsOptions, 'cwd'>
  readonly #texts = new Map<string, string>()
  readonly #bytes = new Map<string, Uint8Array>()
  readonly #findings = new Map<string, readonly EditFinding[]>()
  #folders: readonly string[] = []
  #found: readonly DocumentFile[] | undefined
  readonly files: Files

  constructor(disk: Files, options: Omit<ValidatePathsOptions, 'cwd'> = {}) {
    this.#disk = disk
    this.#options = options
    this.files = overlayFiles(disk, this.#bytes)
  }

  setFolders(folders: readonly string[]): void {
    this.#folders = folders.map((folder) => resolve(folder))
    this.forget()
  }

  get folders(): readonly string[] {
    return this.#folders
  }

  /** `undefined` closes the text, so that the file counts again. Returns the documents it belonged to or belongs to. */
  setText(path: string, text: string | undefined): readonly DocumentFile[] {
    const before = this.ownersOf(path)
    if (text === undefined) {
      this.#texts.delete(path)
      this.#bytes.delete(path)
    } else {
      this.#texts.set(path, text)
      this.#bytes.set(path, new TextEncoder().encode(text))
    }
    const owners = [...new Map([...before, ...this.ownersOf(path)].map((owner) => [placeOf(owner), owner])).values()]
    for (const owner of owners) this.#findings.delete(placeOf(owner))
    return owners
  }

  /** The text in the editor, or of the file. */
  textOf(path: string): string | undefined {
    const open = this.#texts.get(path)
    if (open !== undefined) return open
    const read = this.#disk.read(resolve(path, '..'), fileName(path), { limit: limits.documentBytes })
    const decoded = read.ok ? decodeUtf8(read.bytes) : undefined
    return decoded?.ok ? decoded.text : undefined
  }

  /** After files changed on the disk. */
  forget(): void {
    this.#found = undefined
    this.#findings.clear()
  }

  /** Every document of the folders, and those that are open elsewhere. */
  documents(): readonly DocumentFile[] {
    const byPlace = new Map(this.#known().map((document) => [placeOf(document), document]))
    for (const path of this.#texts.keys()) {
      const own = byPlace.has(path) ? undefined : this.#ownDocument(path)
      if (own) byPlace.set(path, own)
    }
    return [...byPlace.values()]
  }

  /** The documents whose findings an edit of this file can change, its own first. */
  ownersOf(path: string): readonly DocumentFile[] {
    const isOwn = (document: DocumentFile): boolean => placeOf(document) === path
    const documents = this.documents()
    const own = documents.find(isOwn)
    const around = documents.filter((document) => !isOwn(document) && path.startsWith(`${document.folder}/`))
    return own ? [own, ...around] : around
  }

  /** The innermost pack around a file. */
  packAround(path: string): DocumentFile | undefined {
    return this.ownersOf(path)
      .filter(({ file }) => /^KNOWLEDGE\.md$/i.test(file))
      .sort((a, b) => b.folder.length - a.folder.length)[0]
  }

  /** The findings of one document, computed once until one of its files is edited. */
  findingsOf(document: DocumentFile): readonly EditFinding[] {
    const known = this.#findings.get(placeOf(document))
    if (known) return known
    const options = { ...this.#options, cwd: document.folder }
    const { diagnostics } = validateDocument(this.files, document, options)
    const findings = diagnostics.map((diagnostic) => ({
      document,
      path: resolve(document.folder, diagnostic.where.file),
      diagnostic,
    }))
    this.#findings.set(placeOf(document), findings)
    return findings
  }

  #known(): readonly DocumentFile[] {
    this.#found ??= this.#folders.flatMap((folder) => documentsIn(this.#disk, folder, folder).documents)
    return this.#found
  }

  /** An open file that the walk did not find, recognized by its name or content. */
  #ownDocument(path: string): DocumentFile | undefined {
    const own = { folder: resolve(path, '..'), file: fileName(path) }
    for (const file of rootDocuments)
      if (path.endsWith(`/${file}`)) return { folder: path.slice(0, -file.length - 1), file }
    if (/^knowledge\.(?:ya?ml|md)$/i.test(own.file)) return own
    if (/\.ya?ml$/i.test(own.file)) return isManifest(readOutline(this.#texts.get(path) ?? '').root) ? own : undefined
    return /\.(?:md|markdown)$/i.test(own.file) && !isOtherMarkdown(this.files, path) ? own : undefined
  }
}

/** Absolute path of a document. */
export const placeOf = ({ folder, file }: DocumentFile): string => resolve(folder, file)

/** Other YAML files are not manifests. */
const isManifest = ({ children }: OutlineNode): boolean =>
  ['project', 'units'].every((name) => children.some(({ key }) => key === name))
