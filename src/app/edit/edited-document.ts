import { readOutline, type Cursor, type OutlineNode } from '../../author/edit/outline.ts'
import type { Span } from '../../model/codes/diagnostic.ts'
import type { FieldTable } from '../../model/tables/fields.ts'
import { configFields } from '../../model/tables/config-fields.ts'
import { distributionFields, manifestFields, wellKnownFields } from '../../model/tables/manifest-fields.ts'
import { packFields } from '../../model/tables/pack-fields.ts'
import { questionFields } from '../../model/tables/question-fields.ts'
import { recordFields } from '../../model/tables/run-fields.ts'
import { splitFrontmatter } from '../../parse/pack/frontmatter.ts'
import { recordKindOf } from '../../parse/records/record-kind.ts'
import { fileName } from '../../text/paths/paths.ts'
import { documentKindOf } from '../validate/document-kinds.ts'

/** A text with the table of its fields, read around a cursor. */
export interface EditedDocument {
  readonly text: string
  readonly table: FieldTable
  /** As in `KCP §4.5`. */
  readonly specification: string
  readonly root: OutlineNode
  /** Absent where the text has no fields, as in the body of a guide. Spans count from the start of `text`. */
  readonly cursor: Cursor | undefined
  readonly isJson: boolean
}

const kcp = 'KCP'
const agentKnowledge = 'Agent Knowledge'

/** The fields of a document by its path; `undefined` for a file that has none. */
export function editedDocument(path: string, text: string, offset?: number): EditedDocument | undefined {
  const isJson = path.endsWith('.json')
  const { format } = documentKindOf(fileName(path))
  if (format === 'pack') return /\.(?:md|markdown)$/i.test(path) ? guideDocument(text, offset) : undefined
  const outline = readOutline(text, offset)
  const described = describeFormat(format, outline.root, path)
  return described && { text, isJson, ...described, ...outline }
}

type Described = Pick<EditedDocument, 'table' | 'specification'>

function describeFormat(format: string, root: OutlineNode, path: string): Described | undefined {
  switch (format) {
    case 'manifest':
      return { table: manifestFields, specification: kcp }
    case 'catalog':
      return { table: distributionFields, specification: 'KCP Catalog' }
    case 'well-known':
      return { table: wellKnownFields, specification: 'KCP §1.4' }
    case 'config':
      return { table: configFields, specification: 'lorefence configuration' }
    case 'questions':
      return { table: questionFields, specification: 'lorefence check' }
    case 'record': {
      const kind = recordKindOf(Object.fromEntries(root.children.map(({ key }) => [key ?? '', true])), path)
      return kind && { table: recordFields[kind], specification: `${agentKnowledge} run records` }
    }
    default:
      return undefined
  }
}

/** The frontmatter, which has fields; without its closing fence, the whole text. */
function guideDocument(text: string, offset: number | undefined): EditedDocument | undefined {
  const found = splitFrontmatter(text)
  if (!found.found && found.problem === 'missing') return undefined
  const start = found.found ? found.yamlStart : text.search(/[\r\n]/) + 1
  const yaml = found.found ? found.yaml : text.slice(start)
  const isInside = offset !== undefined && offset >= start && offset <= start + yaml.length
  // Spaces replace the text before it, so that all offsets stay.
  const padded = `${text.slice(0, start).replaceAll(/[^\r\n]/g, ' ')}${yaml}`
  const { root, cursor } = readOutline(padded, isInside ? offset : undefined)
  return { text, table: packFields, specification: agentKnowledge, root, cursor, isJson: false }
}

export const wordIn = (text: string, span: Span | undefined): string =>
  span === undefined ? '' : text.slice(span.start, span.end)

export const childOf = (node: OutlineNode | undefined, key: string): OutlineNode | undefined =>
  node?.children.find((child) => child.key === key)
