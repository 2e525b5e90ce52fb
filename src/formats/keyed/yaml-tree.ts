import type { KeyNode } from './key-tree.ts'
import { linesOf } from '../units/text-lines.ts'

interface Open {
  readonly node: KeyNode
  /** Twice the column of a key; one more for a dash, which may be below a key of the same column. */
  readonly depth: number
}

const key =
  /^(?:"((?:[^"\\]|\\.){0,200})"|'([^']{0,200})'|([^\s#&*!|>'"%@`{}[\],-][^#]{0,200}?|-[^\s#][^#]{0,200}?))[ \t]*:(?=[ \t]|$)/
const blockScalar = /(?:^|[ \t:-])[|>][-+]?\d?[-+]?[ \t]*(?:#.*)?$/

/** The offsets of the keys and elements of a YAML text, by indentation. A comment above a key belongs to it. */
export function readYamlTree(text: string, from: number): KeyNode {
  const root: KeyNode = { key: '', start: from, end: text.length, children: [] }
  const open: Open[] = []
  let scalarBelow: number | undefined
  let comment: number | undefined
  let lastEnd = from
  const closeTo = (depth: number): void => {
    while (open.length > 0 && (open.at(-1)?.depth ?? 0) >= depth) closeNode(open, lastEnd)
  }
  for (const line of linesOf(text, from)) {
    if (line.blank) {
      comment = undefined
      continue
    }
    if (scalarBelow !== undefined && line.indent > scalarBelow) {
      lastEnd = line.end
      continue
    }
    scalarBelow = undefined
    const written = text.slice(line.content, Math.min(line.end, line.content + 1_000))
    if (line.indent === 0 && /^(?:---|\.\.\.)(?:[ \t]|$)/.test(written)) closeTo(0)
    else if (written.startsWith('#')) {
      comment ??= line.start
    } else {
      scalarBelow = addLine(
        written,
        { start: comment ?? line.content, content: line.content, indent: line.indent, end: line.end },
        { open, root, closeTo },
      )
      lastEnd = line.end
      comment = undefined
    }
  }
  closeTo(0)
  return root
}

interface Place {
  readonly start: number
  readonly content: number
  readonly indent: number
  readonly end: number
}

/** Adds the dashes and the key of a line. Returns the indentation that a block scalar must exceed, if one begins. */
function addLine(
  written: string,
  place: Place,
  { open, root, closeTo }: { readonly open: Open[]; readonly root: KeyNode; readonly closeTo: (depth: number) => void },
): number | undefined {
  let at = 0
  let opened = false
  const push = (name: string, depth: number): void => {
    closeTo(depth)
    const node: KeyNode = {
      key: name,
      start: opened || at > 0 ? place.content + at : place.start,
      end: place.end,
      children: [],
    }
    const parent = open.at(-1)?.node ?? root
    parent.children.push(node)
    open.push({ node, depth })
    opened = true
  }
  for (let dashes = 0; dashes < 8 && /^-(?:[ \t]|$)/.test(written.slice(at, at + 2)); dashes++) {
    push('', 2 * (place.indent + at) + 1)
    at += 1
    while (written.charAt(at) === ' ' || written.charAt(at) === '\t') at += 1
  }
  const match = key.exec(written.slice(at))
  if (match) push(match[1] ?? match[2] ?? match[3] ?? '', 2 * (place.indent + at))
  if (!blockScalar.test(written.slice(-200))) return undefined
  return match ? place.indent + at : place.indent
}

function closeNode(open: Open[], end: number): void {
  const closed = open.pop()
  if (closed) closed.node.end = Math.max(closed.node.end, end)
}
