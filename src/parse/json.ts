import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Span } from '../model/diagnostic.ts'
import { limits } from '../model/limits.ts'
import { WrittenNumbers, wantedTree, type Located, type Tree, type Wanted } from './tree.ts'

export interface JsonProblem {
  readonly kind: 'invalid' | 'limit'
  readonly message: string
  readonly span: Span
}

/** Strict JSON. Places are found by a second, tolerant parse, and only when something is reported. */
export function parseJson(text: string): { readonly tree?: Tree; readonly problems: readonly JsonProblem[] } {
  const deep = tooDeepAt(text)
  if (deep !== undefined) {
    return { problems: [{ kind: 'limit', message: `The JSON nests deeper than ${limits.depth} levels.`, span: { start: deep, end: deep + 1 } }] }
  }
  try {
    const value: unknown = JSON.parse(text)
    return { tree: { value, numbers: new WrittenNumbers(), locate: (pointers) => locateInJson(text, pointers) }, problems: [] }
  } catch {
    return { problems: [syntaxProblem(text)] }
  }
}

function syntaxProblem(text: string): JsonProblem {
  const errors: ParseError[] = []
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const first = errors[0]
  if (!first) return { kind: 'invalid', message: 'The JSON cannot be read.', span: { start: 0, end: 1 } }
  const reason = printParseErrorCode(first.error).replace(/([A-Z])/g, ' $1').trim().toLowerCase()
  return { kind: 'invalid', message: `The JSON cannot be read: ${reason}.`, span: { start: first.offset, end: first.offset + Math.max(1, first.length) } }
}

/** Recursion in any JSON reader is bounded by bounding the brackets first. */
function tooDeepAt(text: string): number | undefined {
  let depth = 0
  let inText = false
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (inText) {
      if (unit === 92) i += 1
      else if (unit === 34) inText = false
    } else if (unit === 34) inText = true
    else if (unit === 91 || unit === 123) {
      depth += 1
      if (depth > limits.depth) return i
    } else if (unit === 93 || unit === 125) depth -= 1
  }
  return undefined
}

function locateInJson(text: string, pointers: ReadonlySet<string>): ReadonlyMap<string, Located> {
  const found = new Map<string, Located>()
  const root = parseTree(text)
  if (root) visit(root, undefined, wantedTree(pointers), found)
  return found
}

function visit(node: Node, key: Span | undefined, wanted: Wanted, found: Map<string, Located>): void {
  const container = node.type === 'object' || node.type === 'array'
  const value = { start: node.offset, end: container ? node.offset + 1 : node.offset + node.length }
  if (wanted.pointer !== undefined) found.set(wanted.pointer, key ? { value, key } : { value })
  if (wanted.children.size === 0 || !container) return
  for (const [index, child] of (node.children ?? []).entries()) {
    const [name, item] = node.type === 'object' ? (child.children ?? []) : [undefined, child]
    const next = wanted.children.get(name ? String(name.value) : String(index))
    if (next && item) visit(item, name ? { start: name.offset, end: name.offset + name.length } : undefined, next, found)
  }
}
