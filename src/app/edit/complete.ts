import { fieldAt, fieldsAt, fieldText, wordsAt, type FieldPlace } from '../../author/edit/field-at.ts'
import type { Cursor } from '../../author/edit/outline.ts'
import type { Span } from '../../model/codes/diagnostic.ts'
import type { Field } from '../../model/tables/fields.ts'
import { fileName, folderOf } from '../../text/paths/paths.ts'
import { namesOfManifests, namesOfUnits, pathsFrom, workspaceRefs } from './declared-names.ts'
import { editedDocument, wordIn, type EditedDocument } from './edited-document.ts'
import type { Workspace } from './workspace.ts'

export interface Completion {
  readonly label: string
  readonly kind: 'field' | 'word' | 'unit' | 'manifest' | 'ref' | 'pack' | 'file' | 'folder'
  /** What replaces `span`. */
  readonly text: string
  readonly span: Span
  readonly detail?: string
  /** Our text, in Markdown. */
  readonly about?: string
  /** Listed before the others. */
  readonly first?: true
}

/** Completions at an offset of a text. */
export function completionsAt(workspace: Workspace, path: string, offset: number): readonly Completion[] {
  const text = workspace.textOf(path)
  if (text === undefined) return []
  const document = editedDocument(path, text, offset)
  if (!document?.cursor) return pathsInGuide(workspace, path, text, offset)
  const place = fieldAt(document.table, document.cursor.node)
  if (!place) return []
  const { cursor } = document
  if (cursor.part === 'key') return fieldCompletions(document, cursor, place)
  const values = valueCompletions(workspace, path, document, cursor, place)
  return cursor.part === 'value' ? values : [...fieldCompletions(document, cursor, place), ...values]
}

function fieldCompletions(document: EditedDocument, cursor: Cursor, place: FieldPlace): readonly Completion[] {
  const written = wordIn(document.text, cursor.word)
  const present = new Set(cursor.node.children.map(({ key }) => key).filter((key) => key !== written))
  return Object.entries(fieldsAt(place)).flatMap(([name, field]): readonly Completion[] => {
    if (present.has(name)) return []
    const own = fieldAt(document.table, { ...cursor.node, parent: cursor.node, key: name, children: [] })
    return [
      {
        label: name,
        kind: 'field',
        text: cursor.part === 'key' ? name : fieldStart(document, cursor, name, field),
        span: cursor.word,
        ...(field.doc === undefined ? {} : { detail: field.doc }),
        ...(own ? { about: fieldText(own, document.specification) } : {}),
        ...(field.required ? { first: true as const } : {}),
      },
    ]
  })
}

/** A new key with its colon; in JSON also with quotes, if they are missing. */
function fieldStart({ isJson, text }: EditedDocument, { word }: Cursor, name: string, field: Field): string {
  if (isJson) return text[word.start - 1] === '"' ? name : `"${name}": `
  return field.type === 'object' || field.type === 'record' ? `${name}:` : `${name}: `
}

function valueCompletions(
  workspace: Workspace,
  path: string,
  document: EditedDocument,
  cursor: Cursor,
  place: FieldPlace,
): readonly Completion[] {
  const span = cursor.word
  const items = (kind: Completion['kind'], labels: readonly string[]): readonly Completion[] =>
    labels.map((label) => ({ label, kind, text: label, span }))
  const words = items('word', wordsAt(place))
  switch (place.names) {
    case 'unit':
      return namesOfUnits(document.root, document.text).map(({ id, intent }) => ({
        label: id,
        kind: 'unit',
        text: id,
        span,
        detail: intent,
      }))
    case 'manifest':
      return items(
        'manifest',
        namesOfManifests(document.root, document.text).map(({ id }) => id),
      )
    case 'ref':
      return items('ref', workspaceRefs(workspace))
    case 'pack':
      return items('pack', [fileName(folderOf(path))])
    case 'file':
      return pathCompletions(workspace, folderOf(path), wordIn(document.text, span), span)
    default:
      return words
  }
}

function pathCompletions(workspace: Workspace, folder: string, written: string, span: Span): readonly Completion[] {
  return pathsFrom(workspace, folder, written).map((label) => ({
    label,
    kind: label.endsWith('/') ? 'folder' : 'file',
    text: label,
    span,
  }))
}

/** The start of a link or of a source mark, up to the cursor. */
const openPath = /(?:\]\(|\[(?:sources?|来源|來源)\s{0,4}[:：]\s{0,4}|^\s{0,16}source:\s{0,4})([^\s()[\]#]{0,300})$/iu

/** Paths in the text of a pack: links and source marks are relative to its folder. */
function pathsInGuide(workspace: Workspace, path: string, text: string, offset: number): readonly Completion[] {
  const pack = workspace.packAround(path)
  const line =
    text
      .slice(Math.max(0, offset - 400), offset)
      .split(/[\r\n]/)
      .at(-1) ?? ''
  const written = pack ? openPath.exec(line)?.[1] : undefined
  if (!pack || written === undefined) return []
  return pathCompletions(workspace, pack.folder, written, { start: offset - written.length, end: offset })
}
