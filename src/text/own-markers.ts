import { charactersOf, isLineStart, signsFrom, unitsOf } from './signs.ts'
import { spellsOne, wordTree } from './word-tree.ts'

/** Lines of the fence itself. */
const markers = wordTree(['from', 'end'])
const brackets = unitsOf('[')

/** Offsets of the `[` on lines that could be taken for a marker of the fence: `[from …]`, `[end …]`. */
export function scanOwnMarkers(text: string): readonly number[] {
  const found: number[] = []
  for (let i = 0; i < text.length; i++) {
    if (brackets[text.charCodeAt(i)] === 0 || !isLineStart(text, i)) continue
    const { kinds, all } = signsFrom(text, i + 1)
    const [blanks = '', name = ''] = /^( *)([a9|]+)(?!_)/.exec(kinds)?.slice(1) ?? []
    if (spellsOne(markers, all.slice(blanks.length, blanks.length + name.length)) && !isLink(text, i)) found.push(i)
  }
  return found
}

const longestLink = 1000
const closing = new RegExp(`[\\n${charactersOf(']').replaceAll(']', '\\]')}]`, 'u')

/** The first bracket that closes on the line has a destination behind it: `[from a to b](x)`, `[End users]: x`. */
function isLink(text: string, at: number): boolean {
  const line = text.slice(at, at + longestLink)
  const end = line.search(closing)
  return end >= 0 && /^\][(:]/.test(line.slice(end, end + 2))
}

/** Offsets of every square bracket, in whatever width. */
export const scanBrackets = (text: string): readonly number[] =>
  Array.from(text.matchAll(/[[\]\ufe47\ufe48\uff3b\uff3d]/g), ({ index }) => index)
