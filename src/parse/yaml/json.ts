import { createScanner, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import type { Span } from '../../model/codes/diagnostic.ts'
import { limits } from '../../model/limits.ts'
import { WrittenNumbers, wantedTree, type Located, type Tree, type Wanted } from './tree.ts'

export interface JsonProblem {
  readonly kind: 'invalid' | 'limit'
  readonly message: string
  readonly span: Span
}

/** Strict JSON without duplicate keys. Positions are found by a second, tolerant parse, and only for findings. */
export function parseJson(text: string): { readonly tree?: Tree; readonly problems: readonly JsonProblem[] } {
  const problem = checkTokens(text)
  if (problem) return { problems: [problem] }
  try {
    const value: unknown = JSON.parse(text)
    return {
      tree: { value, numbers: new WrittenNumbers(), locate: (pointers) => locateInJson(text, pointers) },
      problems: [],
    }
  } catch {
    return { problems: [syntaxProblem(text)] }
  }
}

/** `SyntaxKind` is a const enum, which has no value at run time. */
const token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  text: 10,
  end: 17,
} as const

/**
 * Checks depth, number of values and equal keys on the tokens that `parseTree` reads. Its recursion is limited because
 * brackets are counted first, in invalid text too.
 */
function checkTokens(text: string): JsonProblem | undefined {
  const scanner = createScanner(text, true)
  const open: (Set<string> | 'list')[] = []
  let values = 1
  let key: { readonly name: string; readonly span: Span } | undefined
  for (let kind: number = scanner.scan(); kind !== token.end; kind = scanner.scan()) {
    const here = (): Span => ({
      start: scanner.getTokenOffset(),
      end: scanner.getTokenOffset() + scanner.getTokenLength(),
    })
    const inner = open[open.length - 1]
    if (kind === token.openBrace || kind === token.openBracket) {
      if (open.length === limits.depth)
        return { kind: 'limit', message: `The JSON nests deeper than ${limits.depth} levels.`, span: here() }
      open.push(kind === token.openBrace ? new Set() : 'list')
      values += 1
    } else if (kind === token.closeBrace || kind === token.closeBracket) {
      if (inner === undefined || (inner === 'list') !== (kind === token.closeBracket))
        return unreadable('a bracket closes what is not open', here())
      open.pop()
    } else if (kind === token.colon && key && inner instanceof Set) {
      if (inner.has(key.name))
        return {
          kind: 'invalid',
          message: `The key "${key.name.slice(0, 80)}" occurs twice in one object.`,
          span: key.span,
        }
      inner.add(key.name)
    } else if (kind === token.comma) values += 1
    if (values > limits.nodes)
      return { kind: 'limit', message: `The JSON has more than ${limits.nodes} values.`, span: here() }
    key = kind === token.text && inner instanceof Set ? { name: scanner.getTokenValue(), span: here() } : undefined
  }
  return undefined
}

const unreadable = (reason: string, span: Span): JsonProblem => ({
  kind: 'invalid',
  message: `The JSON cannot be read: ${reason}.`,
  span,
})

function syntaxProblem(text: string): JsonProblem {
  const errors: ParseError[] = []
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const first = errors[0]
  if (!first) return unreadable('it is not strict JSON', { start: 0, end: 1 })
  const reason = printParseErrorCode(first.error)
    .replace(/([A-Z])/g, ' $1')
    .trim()
    .toLowerCase()
  return unreadable(reason, { start: first.offset, end: first.offset + Math.max(1, first.length) })
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
  if (wanted.pointer !== undefined)
    found.set(wanted.pointer, { value, ...(key ? { key } : {}), ...(container ? {} : { inline: true }) })
  if (wanted.children.size === 0 || !container) return
  for (const [index, child] of (node.children ?? []).entries()) {
    const [name, item] = node.type === 'object' ? (child.children ?? []) : [undefined, child]
    const next = wanted.children.get(name ? String(name.value) : String(index))
    if (next && item)
      visit(item, name ? { start: name.offset, end: name.offset + name.length } : undefined, next, found)
  }
}
