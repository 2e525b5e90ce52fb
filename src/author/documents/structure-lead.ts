import { formatOf } from '../../formats/format-of.ts'
import { readStructure } from '../../formats/read-structure.ts'
import type { TextUnit } from '../../formats/structure.ts'
import { frontmatterLength } from '../../parse/pack/frontmatter.ts'
import type { Lead } from './described-lead.ts'
import { plainLine } from './plain-line.ts'
import type { ReadDocument } from './read-document.ts'

const mostHeadings = 5

/**
 * For a document without a title or a first sentence: its first heading is the title, and its other headings, or its
 * first item, row or line, replace the sentence. Only words of the document are used.
 */
export function structureLead({ lead, path, text, bytes }: ReadDocument): Lead {
  const from = text.length === bytes.length ? (frontmatterLength(bytes) ?? 0) : 0
  const { sections, units } = readStructure(text, formatOf(path) ?? 'text', from)
  const headings = [...new Set(sections.map(({ title }) => plainLine(title)).filter(hasWords))]
  const [title = headings[0]] = [lead.title]
  const others = headings.filter((heading) => heading !== title).slice(0, mostHeadings)
  const first = units.map((unit) => firstLine(unit, text)).find(hasWords)
  const said = others.length > 0 ? others.join(', ') : first
  const [sentence = said] = [lead.sentence]
  return { ...(title === undefined ? {} : { title }), ...(sentence === undefined ? {} : { sentence }) }
}

/** Without the mark of a list item and the bars of a table. */
function firstLine({ kind, start, end }: TextUnit, text: string): string {
  const [line = ''] = text.slice(start, end).trim().split('\n')
  const isRow = kind === 'head' || kind === 'row'
  const cells = line.split('|').map((cell) => cell.trim())
  return plainLine(isRow ? cells.filter(Boolean).join(', ') : line.replace(/^(?:[-*+]|\d{1,4}[.)])\s+/, ''))
}

const hasWords = (line: string): boolean => /[\p{L}\p{N}]{2}/u.test(line)
