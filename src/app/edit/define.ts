import { resolve } from 'node:path'
import { fieldAt } from '../../author/edit/field-at.ts'
import { readOutline, type OutlineNode } from '../../author/edit/outline.ts'
import { plainRef, unitRef } from '../../catalog/refs.ts'
import type { Range } from '../../model/codes/diagnostic.ts'
import { parseManifest } from '../../parse/manifest/manifest.ts'
import { parsePack } from '../../parse/pack/pack.ts'
import { folderOf, normalizePath, pathProblem } from '../../text/paths/paths.ts'
import { namesOfManifests, namesOfUnits } from './declared-names.ts'
import { defineInPack, definition, type Definition } from './define-in-pack.ts'
import { childOf, editedDocument, wordIn, type EditedDocument } from './edited-document.ts'
import { placeOf, type Workspace } from './workspace.ts'

/** Where the unit, claim, manifest, pack or file named at an offset is declared. */
export function definitionAt(workspace: Workspace, path: string, offset: number): Definition | undefined {
  const text = workspace.textOf(path)
  if (text === undefined) return undefined
  const document = editedDocument(path, text, offset)
  const named = document?.cursor ? defineField(workspace, path, document) : undefined
  return named ?? defineInPack(workspace, path, text, offset)
}

function defineField(workspace: Workspace, path: string, document: EditedDocument): Definition | undefined {
  const { cursor, table } = document
  if (!cursor || cursor.part === 'key') return undefined
  const word = wordIn(document.text, cursor.word)
  switch (word === '' ? undefined : fieldAt(table, cursor.node)?.names) {
    case 'unit':
      return defineUnit(workspace, path, document, cursor.node, word)
    case 'manifest':
      return defineManifest(workspace, path, document, word)
    case 'file':
      return fileAt(workspace, folderOf(path), word)
    case 'ref':
      return defineRef(workspace, word) ?? fileAt(workspace, folderOf(path), word)
    default:
      return undefined
  }
}

/** The field beside a unit id that names the manifest it is in. */
const manifestFieldOf: Readonly<Record<string, string>> = {
  unit: 'manifest',
  from_unit: 'from_manifest',
  to_unit: 'to_manifest',
}

function defineUnit(
  workspace: Workspace,
  path: string,
  { root, text }: EditedDocument,
  node: OutlineNode,
  id: string,
): Definition | undefined {
  const beside = manifestFieldOf[node.key ?? '']
  const manifest = beside === undefined ? '' : wordIn(text, childOf(node.parent, beside)?.value)
  if (manifest === '') return unitIn(path, text, root, id)
  const file = namesOfManifests(root, text).find((declared) => declared.id === manifest)?.file
  const other = file === undefined ? undefined : resolve(folderOf(path), file)
  const otherText = other === undefined ? undefined : workspace.textOf(other)
  return other === undefined || otherText === undefined
    ? undefined
    : unitIn(other, otherText, readOutline(otherText).root, id)
}

function unitIn(path: string, text: string, root: OutlineNode, id: string): Definition | undefined {
  const unit = namesOfUnits(root, text).find((declared) => declared.id === id)
  return unit && definition(path, text, unit.span)
}

function defineManifest(
  workspace: Workspace,
  path: string,
  { root, text }: EditedDocument,
  id: string,
): Definition | undefined {
  const file = namesOfManifests(root, text).find((declared) => declared.id === id)?.file
  return file === undefined ? undefined : fileAt(workspace, folderOf(path), file)
}

/** The first line of a file inside a folder. */
function fileAt(workspace: Workspace, folder: string, written: string): Definition | undefined {
  if (pathProblem(written)) return undefined
  const path = resolve(folder, normalizePath(written))
  return workspace.files.kindOf(path) === 'file' ? { path, range: firstLine } : undefined
}

const firstLine: Range = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } }

function defineRef(workspace: Workspace, ref: string): Definition | undefined {
  for (const document of workspace.documents()) {
    const path = placeOf(document)
    const text = workspace.textOf(path) ?? ''
    if (/\.md$/i.test(path)) {
      const name = parsePack(text).pack?.name
      if (name !== undefined && ref === `pack:${name}`) return { path, range: firstLine }
    } else if (/knowledge\.ya?ml$/i.test(path)) {
      const { manifest } = parseManifest(text)
      const own = manifest && plainRef(manifest)
      if (own === ref) return { path, range: firstLine }
      const id = own === undefined ? undefined : manifest?.units.find((unit) => unitRef(own, unit.id) === ref)?.id
      if (id !== undefined) return unitIn(path, text, readOutline(text).root, id)
    }
  }
  return undefined
}
