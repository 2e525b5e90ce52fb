import { readJsonTree } from '../../formats/keyed/json-tree.ts'
import type { KeyNode } from '../../formats/keyed/key-tree.ts'
import type { Span } from '../../model/diagnostic.ts'
import type { CitationGap } from '../../model/read.ts'
import { readAnswers } from '../../parse/records/answers.ts'
import { hasEntries, type LooseRecord } from '../../parse/records/loose-records.ts'
import { readOntology } from '../../parse/records/ontology.ts'
import { parseJson } from '../../parse/yaml/json.ts'
import { pointerParts } from '../../parse/yaml/tree.ts'
import { slug } from '../../text/paths/slug.ts'
import type { Source } from '../texts/source.ts'
import { sectionsOf } from '../texts/structure.ts'

/** A record of an ontology or of approved answers, with its place in its file. */
export interface PlacedRecord extends LooseRecord {
  readonly source: Source
  readonly span: Span
  readonly headings: readonly string[]
  /** Every text in its fields that may be the id of another record. */
  readonly mentions: readonly string[]
}

/** Parsed once as long as the source exists. */
const known = new WeakMap<Source, readonly PlacedRecord[]>()

/** The records of a file; none where it is no valid JSON. */
export function recordsOf(source: Source): readonly PlacedRecord[] {
  if (source.format !== 'records') return []
  const found = known.get(source) ?? placeRecords(source)
  known.set(source, found)
  return found
}

/** The record that a place belongs to. */
export const recordAt = (source: Source, { start, end }: Span): PlacedRecord | undefined =>
  recordsOf(source).find(({ span }) => span.start <= start && end <= span.end)

/** "answer" for an answer block, else its kind in words. */
export const nameOfKind = ({ kind }: LooseRecord): string =>
  kind === 'answer-block' ? 'answer' : kind.replaceAll('-', ' ')

/** A fact without a source. */
export const gapOf = ({ source: { ref, path }, headings }: PlacedRecord): CitationGap => ({
  ref,
  path,
  section: slug(headings.at(-1) ?? ''),
  facts: 1,
  severity: 'warning',
})

function placeRecords(source: Source): readonly PlacedRecord[] {
  const { tree } = parseJson(source.text)
  if (!tree) return []
  const records = source.path.startsWith('answers/')
    ? readAnswers(tree.value, source.path)
    : readOntology(tree.value, source.path)
  const [top] = readJsonTree(source.text, 0).children
  const headings = new Map(sectionsOf(source).map((section) => [section.start, section.headings]))
  return records.flatMap((record) => {
    const node = top && nodeAt(top, pointerParts(record.pointer))
    if (!node) return []
    const { start, end } = node
    const mentions = [...new Set(textsIn(record.fields))].filter((text) => text !== record.id)
    return [{ ...record, source, span: { start, end }, headings: headings.get(start) ?? [], mentions }]
  })
}

function nodeAt(top: KeyNode, parts: readonly string[]): KeyNode | undefined {
  let node: KeyNode | undefined = top
  for (const part of parts) {
    const children: readonly KeyNode[] = node?.children ?? []
    node = children.find(({ key }) => key === part) ?? (/^\d+$/.test(part) ? children[Number(part)] : undefined)
  }
  return node
}

/** Longer texts are no ids. */
const longestId = 200

function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return value.length <= longestId ? [value] : []
  if (depth === 4 || typeof value !== 'object' || value === null || !hasEntries(value)) return []
  return Object.values(value).flatMap((item) => textsIn(item, depth + 1))
}
