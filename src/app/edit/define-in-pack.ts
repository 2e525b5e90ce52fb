import { indexLines } from '../../text/positions/lines.ts'
import { resolve } from 'node:path'
import { readOutline } from '../../author/edit/outline.ts'
import type { Range, Span } from '../../model/codes/diagnostic.ts'
import { readContextMap } from '../../parse/pack/context-map.ts'
import { pointer } from '../../parse/yaml/tree.ts'
import { parseReference, reference, type AnchorReference } from '../../text/facts/anchors.ts'
import { findLinks } from '../../text/markdown/links.ts'
import { findSourceMarks } from '../../text/facts/source-marks.ts'
import { percentDecoded } from '../../text/paths/paths.ts'
import { openFolder, type Folder } from '../../validate/folder.ts'
import { resolveIn } from '../../validate/pack-facts/anchor-targets.ts'
import { sourceMapOf } from '../../validate/pack-facts/pack-source-map.ts'
import { findTarget } from '../../validate/pack-facts/pack-target.ts'
import { childOf, wordIn } from './edited-document.ts'
import type { Workspace } from './workspace.ts'

/** Links, context map, source marks and claims in the files of a pack. */
export function defineInPack(workspace: Workspace, path: string, text: string, offset: number): Definition | undefined {
  const pack = workspace.packAround(path)
  if (!pack) return undefined
  const folder = openFolder(workspace.files, pack.folder)
  const file = path.slice(pack.folder.length + 1)
  const isJson = file.endsWith('.json')
  const claim = claimNamed(folder, file, isJson ? jsonWord(text, offset) : wordAround(text, offset))
  if (claim) return definition(resolve(pack.folder, claim.file), claim.text, claim.span)
  const named = isJson ? referenceInJson(text, offset) : referenceInText(text, offset)
  return named && targetOf(workspace, folder, file, named)
}

function targetOf(
  workspace: Workspace,
  folder: Folder,
  from: string,
  { path, anchor }: AnchorReference,
): Definition | undefined {
  const target = findTarget(folder, path, from)
  if (target.kind !== 'file') return undefined
  const found = anchor ? resolveIn(folder, target.path, anchor) : undefined
  const place = resolve(folder.root, target.path)
  const text = workspace.textOf(place) ?? ''
  return definition(
    place,
    text,
    found?.kind === 'found' ? { start: found.span.start, end: found.span.start } : { start: 0, end: 0 },
  )
}

/** A link, a source mark or a path of the context map around an offset. */
function referenceInText(text: string, offset: number): AnchorReference | undefined {
  const isHere = ({ start, end }: Span): boolean => offset >= start && offset <= end
  const link = findLinks(text).find(isHere)
  if (link) return parseReference(percentDecoded(link.destination)) ?? parseReference(link.destination)
  const mark = findSourceMarks(text).find(({ span }) => isHere(span))
  if (mark) return nearest(mark.references, wordIn(text, mark.span), offset - mark.span.start)
  const mapped = readContextMap(text, 0).entries.find(isHere)
  return mapped && parseReference(mapped.path)
}

/** The last reference of a mark that begins before the cursor. */
function nearest(references: readonly AnchorReference[], mark: string, offset: number): AnchorReference | undefined {
  return references.findLast(({ path }) => mark.slice(0, offset + path.length).includes(path)) ?? references[0]
}

/** A path, or the source of a claim, whose anchor is a separate field. */
function referenceInJson(text: string, offset: number): AnchorReference | undefined {
  const { cursor } = readOutline(text, offset)
  if (!cursor || cursor.part === 'key') return undefined
  const { node } = cursor
  const word = wordIn(text, cursor.word)
  const field = (name: string): string => wordIn(text, childOf(node.parent, name)?.value)
  if (node.key === 'claim_id') {
    const source = childOf(node.parent, 'source')
    return reference(wordIn(text, childOf(source, 'path')?.value), wordIn(text, childOf(source, 'anchor')?.value))
  }
  return node.key === 'path' || node.key === 'anchor' ? reference(field('path'), field('anchor')) : parseReference(word)
}

const jsonWord = (text: string, offset: number): string => wordIn(text, readOutline(text, offset).cursor?.word)

function wordAround(text: string, offset: number): string {
  const before = /[\p{L}\p{N}_.-]{0,100}$/u.exec(text.slice(Math.max(0, offset - 100), offset))?.[0] ?? ''
  const after = /^[\p{L}\p{N}_.-]{0,100}/u.exec(text.slice(offset, offset + 100))?.[0] ?? ''
  return `${before}${after}`.replace(/\.$/, '')
}

/** Where the source map declares a claim; `undefined` in the source map itself, where the source is the target. */
function claimNamed(
  folder: Folder,
  from: string,
  word: string,
): { readonly file: string; readonly text: string; readonly span: Span } | undefined {
  const map = word === '' ? undefined : sourceMapOf(folder)
  const claim = map?.claims.find(({ claimId }) => claimId === word)
  if (!map?.file.tree || !claim || map.file.path === from) return undefined
  const place = pointer('claims', claim.index, 'claim_id')
  const span = map.file.tree.locate(new Set([place])).get(place)?.value
  return span && { file: map.file.path, text: map.file.text, span }
}

/** Where something is declared. */
export interface Definition {
  readonly path: string
  readonly range: Range
}

export const definition = (path: string, text: string, span: Span): Definition => ({
  path,
  range: indexLines(text).range(span),
})
