import { sectionsAt, type Heading } from '../../text/markdown/sections.ts'
import { decodeStrings, type DecodedText } from './json-strings.ts'
import { readJsonTree } from './json-tree.ts'
import type { KeyNode } from './key-tree.ts'
import { readJson } from './keyed.ts'
import { readMarkdown } from '../markdown/markdown.ts'
import { Outline } from '../units/outline.ts'
import type { Structure, TextUnit } from '../structure.ts'

/**
 * Cells of a Jupyter notebook. The strings of a cell are read as Markdown or code, and offsets are mapped
 * back to the JSON, so that a unit is a slice of the file, with escapes and the JSON between two of its lines.
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
