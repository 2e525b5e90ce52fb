import { limits } from '../../model/limits.ts'
import type { Files } from '../../model/ports.ts'
import { splitFrontmatter } from '../../parse/pack/frontmatter.ts'
import { fileName, folderOf, normalizePath, pathProblem } from '../../text/paths/paths.ts'
import { decodeUtf8 } from '../../text/bytes/utf8.ts'
import { findDocuments } from '../documents/find-documents.ts'

/** The kinds of sources that knowledge is imported from. */
export const importKinds = ['notes', 'markdown', 'llms', 'skill', 'okf', 'manifest'] as const
export type ImportKind = (typeof importKinds)[number]

export interface ImportSource {
  readonly kind: ImportKind
  /** Folder that paths are relative to; nothing outside of it is read. */
  readonly root: string
  /** Documents and folders below the root. */
  readonly starts: readonly string[]
  /** Layer of the pack that the documents become. */
  readonly layer: 'documents' | 'wiki'
  /** Files that the source names and that are not imported, with the reason. */
  readonly omitted: readonly { readonly path: string; readonly reason: string }[]
}

/** Recognizes a source by its names and first lines; `kind` overrides that. */
export function importSource(files: Files, path: string, kind?: ImportKind): ImportSource | undefined {
  const found = files.kindOf(path)
  if (found === undefined) return undefined
  const isFile = found === 'file'
  const [root, start] = isFile ? [folderOf(path), fileName(path)] : [path, '']
  const named = kind ?? (isFile ? kindOfFile(start) : kindOfFolder(files, path))
  const plain: ImportSource = { kind: named, root, starts: [start], layer: 'documents', omitted: [] }
  switch (named) {
    case 'notes':
    case 'markdown':
    case 'manifest':
      return plain
    case 'llms':
      return { ...plain, ...linkedFrom(files, root, isFile ? start : 'llms.txt') }
    case 'skill':
      return { ...plain, ...referencesOf(files, isFile ? root : path) }
    case 'okf':
      return { ...plain, layer: 'wiki' }
  }
}

function kindOfFile(name: string): ImportKind {
  if (/^llms(?:-full)?\.txt$/i.test(name)) return 'llms'
  if (name === 'SKILL.md') return 'skill'
  return /\.ya?ml$/i.test(name) ? 'manifest' : 'notes'
}

function kindOfFolder(files: Files, folder: string): ImportKind {
  if (files.kindOf(`${folder}/SKILL.md`) === 'file') return 'skill'
  return isOkfBundle(files, folder) ? 'okf' : 'markdown'
}

/** How many concepts are read to recognize a bundle. */
const sampled = 20

/** A bundle of the Open Knowledge Format: every Markdown file but `index.md` and `log.md` declares a type. */
function isOkfBundle(files: Files, folder: string): boolean {
  const index = headOf(files, folder, 'index.md')
  if (index !== undefined && /^okf_version[ \t]*:/m.test(index)) return true
  const concepts = findDocuments(files, folder, ['']).candidates.filter(
    ({ path }) => path.endsWith('.md') && !/^(?:index|log|readme)\.md$/i.test(fileName(path)),
  )
  return (
    concepts.length > 0 &&
    concepts.slice(0, sampled).every(({ path }) => /^type[ \t]*:[ \t]*\S/m.test(headOf(files, folder, path) ?? ''))
  )
}

function textOf(files: Files, root: string, path: string): string | undefined {
  const read = files.read(root, path, { limit: limits.documentBytes })
  const decoded = read.ok ? decodeUtf8(read.bytes) : undefined
  return decoded?.ok ? decoded.text : undefined
}

function headOf(files: Files, root: string, path: string): string | undefined {
  const text = textOf(files, root, path)
  const split = text === undefined ? undefined : splitFrontmatter(text)
  return split?.found ? split.yaml : undefined
}

const listedLink = /^\s{0,3}[-*+] \[[^\]]{1,300}\]\(([^()\s]{1,500})\)/gm

/** Local files that an llms.txt lists; web addresses are reported and not fetched. */
function linkedFrom(files: Files, root: string, name: string): Pick<ImportSource, 'starts' | 'omitted'> {
  const targets = [...(textOf(files, root, name) ?? '').matchAll(listedLink)].map(([, target = '']) => target)
  const omitted: { path: string; reason: string }[] = []
  const starts = [...new Set(targets)].flatMap((target) => {
    const path = target.split(/[?#]/)[0]?.replace(/^\.?\//, '') ?? ''
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) omitted.push({ path: target, reason: 'it is on the web; fetch it first' })
    else if (path === '' || pathProblem(path)) omitted.push({ path: target, reason: 'it is outside the folder' })
    else if (files.kindOf(`${root}/${normalizePath(path)}`) !== 'file')
      omitted.push({ path: target, reason: 'it does not exist' })
    else return [normalizePath(path)]
    return []
  })
  return { starts, omitted }
}

/** A Skill is a procedure: only the documents that it refers to are knowledge. */
function referencesOf(files: Files, folder: string): Pick<ImportSource, 'root' | 'starts' | 'omitted'> {
  const starts = (files.list(folder) ?? []).flatMap(({ name, kind }) => {
    if (kind === 'folder') return /^(?:references?|docs?|resources|knowledge)$/i.test(name) ? [name] : []
    return kind === 'file' && /\.md$/i.test(name) && name !== 'SKILL.md' && !/^(?:license|changelog)/i.test(name)
      ? [name]
      : []
  })
  return { root: folder, starts, omitted: [{ path: 'SKILL.md', reason: 'a procedure, not knowledge' }] }
}
