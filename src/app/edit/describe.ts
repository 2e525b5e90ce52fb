import { fieldAt, fieldText } from '../../author/edit/field-at.ts'
import type { Span } from '../../model/codes/diagnostic.ts'
import { namesOfUnits } from './declared-names.ts'
import { editedDocument, wordIn } from './edited-document.ts'
import type { Workspace } from './workspace.ts'

interface Description {
  /** Our text, in Markdown. */
  readonly about: string
  /** What the document declares about the named unit: untrusted text, never Markdown. */
  readonly quoted: readonly string[]
  readonly span: Span
}

/** The field at an offset in the words of the specification, and the unit that its value names. */
export function describeAt(workspace: Workspace, path: string, offset: number): Description | undefined {
  const text = workspace.textOf(path)
  const document = text === undefined ? undefined : editedDocument(path, text, offset)
  if (!document?.cursor) return undefined
  const { cursor, root } = document
  const word = wordIn(document.text, cursor.word)
  const key = cursor.part === 'key' ? cursor.node.children.find((child) => child.keySpan === cursor.word) : cursor.node
  const place = key && fieldAt(document.table, key)
  if (!place?.field) return undefined
  const unit =
    cursor.part !== 'key' && place.names === 'unit'
      ? namesOfUnits(root, document.text).find(({ id }) => id === word)
      : undefined
  return {
    about: fieldText(place, document.specification),
    quoted: unit ? [unit.intent, unit.path].filter((line) => line !== '') : [],
    span: cursor.word,
  }
}
