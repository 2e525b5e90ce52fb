import type { KeyNode } from './key-tree.ts'

/** Deeper values are part of their parent. */
const deepest = 60

/** The offsets of the members and elements of a JSON text; comments and several values are accepted. */
export function readJsonTree(text: string, from: number): KeyNode {
  const root: KeyNode = { key: '', start: from, end: text.length, children: [] }
  const open: { readonly node: KeyNode; readonly isObject: boolean }[] = []
  let depth = 0
  /** The pending key and its start, until its value is read. */
  let key: { readonly name: string; readonly start: number } | undefined
  const begin = (start: number): KeyNode => ({
    key: key?.name ?? '',
    start: key?.start ?? start,
    end: start,
    children: [],
  })
  const parent = (): KeyNode => open.at(-1)?.node ?? root
  for (let at = from; at < text.length;) {
    const character = text.charAt(at)
    if (character === '{' || character === '[') {
      depth += 1
      if (depth <= deepest) {
        const node = begin(at)
        parent().children.push(node)
        open.push({ node, isObject: character === '{' })
        key = undefined
      }
      at += 1
    } else if (character === '}' || character === ']') {
      if (depth <= deepest) closeNode(open, at + 1)
      depth = Math.max(0, depth - 1)
      key = undefined
      at += 1
    } else if (character === '"') {
      const end = stringEnd(text, at)
      if (open.at(-1)?.isObject && key === undefined && depth <= deepest)
        key = { name: text.slice(at + 1, end - 1), start: at }
      else if (depth <= deepest) {
        parent().children.push({ ...begin(at), end })
        key = undefined
      }
      at = end
    } else if (/[\s,:]/.test(character)) at += 1
    else if (character === '/') at = commentEnd(text, at)
    else {
      const end = wordEnd(text, at)
      if (depth <= deepest) {
        parent().children.push({ ...begin(at), end })
        key = undefined
      }
      at = end
    }
  }
  while (open.length > 0) closeNode(open, text.length)
  return root
}

function closeNode(open: { readonly node: KeyNode }[], end: number): void {
  const closed = open.pop()
  if (closed) closed.node.end = end
}

/** A string ends at its line at the latest. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 92) at += 1
    else if (unit === 34) return at + 1
    else if (unit === 10 || unit === 13) return at
  }
  return text.length
}

function commentEnd(text: string, start: number): number {
  const lineEnd = text.indexOf('\n', start)
  if (!text.startsWith('/*', start)) return lineEnd < 0 ? text.length : lineEnd
  const close = text.indexOf('*/', start + 2)
  return close < 0 ? text.length : close + 2
}

function wordEnd(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && !/[\s,:{}[\]"]/.test(text.charAt(at))) at += 1
  return at
}
