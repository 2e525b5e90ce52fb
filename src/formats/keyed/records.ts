import type { Span } from '../../model/codes/diagnostic.ts'
import { answerLists, namingFields, ontologyLists, plainLists } from '../../model/tables/record-lists.ts'
import { foldKey } from '../../text/compare.ts'
import { Outline } from '../units/outline.ts'
import { shortTitle } from '../units/titles.ts'
import type { Structure } from '../structure.ts'
import { readJsonTree } from './json-tree.ts'
import type { KeyNode } from './key-tree.ts'

/** A JSON file of records, such as the concepts of an ontology: each is a section of its own and quoted whole. */
export function readRecords(text: string, from: number): Structure {
  const outline = new Outline(text, from, { escapes: true })
  for (const { title, node } of recordNodes(text, from)) {
    outline.heading({ level: 1, title, start: node.start, bodyStart: node.start })
    outline.table(undefined, [node])
  }
  return outline.finish()
}

interface RecordNode {
  readonly title: string
  readonly node: Span
}

/** As `looseRecords` finds them: a list, lists of usual names side by side, a single object, or objects by id. */
function recordNodes(text: string, from: number): readonly RecordNode[] {
  const [top] = readJsonTree(text, from).children
  const nodes = top ? nodesIn(text, top) : []
  return nodes.map((node) => ({ title: titleOf(text, node), node }))
}

function nodesIn(text: string, top: KeyNode): readonly KeyNode[] {
  if (kindOf(text, top) === '[') return objectsIn(text, top)
  if (kindOf(text, top) !== '{') return []
  const lists = top.children.filter((child) => isList(child) && '[{'.includes(kindOf(text, child)))
  if (lists.length > 0) return lists.flatMap((list) => objectsIn(text, list))
  return top.children.some(({ key }) => namingFields.includes(key)) ? [top] : objectsIn(text, top)
}

function isList({ key }: KeyNode): boolean {
  const folded = foldKey(key)
  return ontologyLists.has(folded) || answerLists.has(folded) || plainLists.includes(key)
}

const objectsIn = (text: string, { children }: KeyNode): readonly KeyNode[] =>
  children.filter((child) => kindOf(text, child) === '{')

/** The first character of its value. */
function kindOf(text: string, { key, start, end }: KeyNode): string {
  const value = key === '' ? start : start + key.length + 2
  return /[^\s:]/.exec(text.slice(value, Math.min(end, value + 200)))?.[0] ?? ''
}

const naming = ['label', 'name', 'title', 'prefLabel', 'term', 'question', 'id', '@id']

function titleOf(text: string, { key, children }: KeyNode): string {
  const named = naming.flatMap((name) => children.find((child) => child.key === name) ?? [])[0]
  return shortTitle(named ? stringAt(text, named) : key)
}

function stringAt(text: string, { key, start, end }: KeyNode): string {
  const written = text
    .slice(start + key.length + 2, end)
    .replace(/^\s*:\s*/, '')
    .trim()
  try {
    const value: unknown = JSON.parse(written)
    return typeof value === 'string' ? value : written
  } catch {
    return written
  }
}
