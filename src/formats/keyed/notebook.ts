import { sectionsAt, type Heading } from '../../text/markdown/sections.ts'
import { readMarkdown } from '../markdown/markdown.ts'
import type { Structure, TextUnit } from '../structure.ts'
import { Outline } from '../units/outline.ts'
import { readJsonTree } from './json-tree.ts'
import type { KeyNode } from './key-tree.ts'
import { readJson } from './keyed.ts'

/**
 * Cells of a Jupyter notebook. The strings of a cell are read as Markdown or code, and offsets are mapped back to the
 * JSON, so that a unit is a slice of the file, with escapes and the JSON between two of its lines.
 */
export function readNotebook(text: string, from: number): Structure {
  const cells = member(readJsonTree(text, from).children[0], 'cells')
  if (!cells) return readJson(text, from)
  const headings: Heading[] = []
  const units: TextUnit[] = []
  let groups = 0
  for (const cell of cells.children) {
    const type = valueOf(text, member(cell, 'cell_type'))
    const source = member(cell, 'source')
    if (!source || (type !== 'markdown' && type !== 'code')) continue
    const decoded = decodeStrings(text, source.children.length > 0 ? source.children : [source])
    const { sections, units: found } = type === 'markdown' ? readMarkdown(decoded.text, 0) : codeOf(decoded.text)
    for (const { level, title, start, bodyStart } of sections)
      if (level > 0) headings.push({ level, title, start: decoded.start(start), bodyStart: decoded.start(bodyStart) })
    groups += addUnits(units, found, decoded, groups)
  }
  return { sections: sectionsAt(text, from, headings), units }
}

/** Numbers of heads and groups continue those of the previous cells. Returns the number of groups. */
function addUnits(units: TextUnit[], found: readonly TextUnit[], decoded: DecodedText, groups: number): number {
  const before = units.length
  let most = 0
  for (const { kind, start, end, head, group } of found) {
    if (group !== undefined) most = Math.max(most, group + 1)
    const numbers = {
      ...(head === undefined ? {} : { head: head + before }),
      ...(group === undefined ? {} : { group: group + groups }),
    }
    units.push({ kind, start: decoded.start(start), end: decoded.end(end), ...numbers })
  }
  return most
}

function codeOf(source: string): Structure {
  const outline = new Outline(source, 0)
  outline.code({ start: 0, end: source.length })
  return { ...outline.finish(), sections: [] }
}

const member = (node: KeyNode | undefined, name: string): KeyNode | undefined =>
  node?.children.find(({ key }) => key === name)
const valueOf = (text: string, node: KeyNode | undefined): string =>
  node ? (/"(\w*)"$/.exec(text.slice(node.start, node.end))?.[1] ?? '') : ''

/** Decoded JSON strings, with their offsets in the file. */
interface DecodedText {
  readonly text: string
  /** Offset in the file of the character at an offset of `text`, and of the end of the one before it. */
  start(offset: number): number
  end(offset: number): number
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

/** The strings concatenated; a node is a string or a member with a string value. */
function decodeStrings(text: string, nodes: readonly KeyNode[]): DecodedText {
  const parts: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  for (const { key, start, end } of nodes) {
    let at = key === '' ? start : text.indexOf('"', start + key.length + 2)
    if (at < 0 || text.charAt(at) !== '"') continue
    for (at += 1; at < end && text.charAt(at) !== '"';) {
      const length = lengthAt(text, at)
      const next = Math.min(at + length, end)
      parts.push(length === 1 ? text.charAt(at) : unescaped(text.slice(at, next)))
      starts.push(at)
      ends.push(next)
      at = next
    }
  }
  const last = ends.at(-1) ?? nodes[0]?.start ?? 0
  return { text: parts.join(''), start: (offset) => starts[offset] ?? last, end: (offset) => ends[offset - 1] ?? last }
}

function lengthAt(text: string, at: number): number {
  if (text.charAt(at) !== '\\') return 1
  return text.charAt(at + 1) === 'u' ? 6 : 2
}

/** Always one UTF-16 unit, so that offsets can be counted. */
function unescaped(written: string): string {
  const mark = written.charAt(1)
  if (mark !== 'u') return escapes[mark] ?? (mark === '' ? ' ' : mark)
  const code = Number.parseInt(written.slice(2), 16)
  return Number.isNaN(code) ? ' ' : String.fromCharCode(code)
}
