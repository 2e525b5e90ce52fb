import { readJsonTree } from '../../formats/keyed/json-tree.ts'
import type { KeyNode } from '../../formats/keyed/key-tree.ts'
import type { Span } from '../../model/codes/diagnostic.ts'
import type { CitationGap } from '../../model/reading/read.ts'
import { readAnswers } from '../../parse/records/answers.ts'
import { hasEntries, type LooseRecord } from '../../parse/records/loose-records.ts'
import { readOntology } from '../../parse/records/ontology.ts'
import { parseJson } from '../../parse/yaml/json.ts'
import { pointerParts } from '../../parse/yaml/tree.ts'
import { headingSlug } from '../../text/markdown/sections.ts'
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

/** Each source is parsed once. */
const known = new WeakMap<Source, readonly PlacedRecord[]>()

/** The records of a file; none if it is not valid JSON. */
export function recordsOf(source: Source): readonly PlacedRecord[] {
  if (source.format !== 'records') return []
  const found = known.get(source) ?? placeRecords(source)
  known.set(source, found)
  return found
}

/** The record that a place belongs to. */
export function recordAt(source: Source, { start, end }: Span): PlacedRecord | undefined {
  const records = recordsOf(source)
  let [low, high] = [0, records.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((records[middle]?.span.start ?? 0) <= start) low = middle + 1
    else high = middle
  }
  const record = records[low - 1]
  return record && end <= record.span.end ? record : undefined
}

/** "answer" for an answer block, else its kind in words. */
export const nameOfKind = ({ kind }: LooseRecord): string =>
  kind === 'answer-block' ? 'answer' : kind.replaceAll('-', ' ')

/** The gap that a fact without a source leaves. */
export const gapOf = ({ source: { ref, path }, headings }: PlacedRecord): CitationGap => ({
  ref,
  path,
  section: headingSlug(headings.at(-1) ?? ''),
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
  const membersOf = membersByKey()
  const headings = new Map(sectionsOf(source).map((section) => [section.start, section.headings]))
  const placed = records.flatMap((record) => {
    const node = top && nodeAt(top, pointerParts(record.pointer), membersOf)
    if (!node) return []
    const { start, end } = node
    const mentions = [...new Set(textsIn(record.fields))].filter((text) => text !== record.id)
    return [{ ...record, source, span: { start, end }, headings: headings.get(start) ?? [], mentions }]
  })
  return placed.sort((a, b) => a.span.start - b.span.start)
}

type MembersOf = (node: KeyNode) => ReadonlyMap<string, KeyNode>

/** Members of an object by key, cached because an object with many records is looked up for each of them. */
function membersByKey(): MembersOf {
  const known = new WeakMap<KeyNode, ReadonlyMap<string, KeyNode>>()
  return (node) => {
    const members = known.get(node) ?? new Map(node.children.map((child) => [unescaped(child.key), child]))
    known.set(node, members)
    return members
  }
}

/** The text is known to be valid JSON here, and so are its keys. */
const unescaped = (key: string): string => (key.includes('\\') ? (JSON.parse(`"${key}"`) as string) : key)

function nodeAt(top: KeyNode, parts: readonly string[], membersOf: MembersOf): KeyNode | undefined {
  let node: KeyNode | undefined = top
  for (const part of parts) {
    const element: KeyNode | undefined = /^\d+$/.test(part) ? node?.children[Number(part)] : undefined
    node = element?.key === '' ? element : node && membersOf(node).get(part)
  }
  return node
}

/** Longer texts are not ids. */
const longestId = 200

function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return value.length <= longestId ? [value] : []
  if (depth === 4 || typeof value !== 'object' || value === null || !hasEntries(value)) return []
  return Object.values(value).flatMap((item) => textsIn(item, depth + 1))
}
