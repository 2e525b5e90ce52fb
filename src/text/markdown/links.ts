import { percentDecoded } from '../paths/paths.ts'
import { destinationAt, scanInline, skipSpace, type Link } from './inline.ts'
import { scanParagraphs } from './paragraphs.ts'

/** Links, images and link definitions of a Markdown text, without code and comments, in order. */
export function findLinks(text: string, from = 0): readonly Link[] {
  const links: Link[] = []
  scanParagraphs(text, from, (start, end) => {
    let at = start
    for (let definition = definitionAt(text, at, end); definition; definition = definitionAt(text, at, end)) {
      links.push(definition)
      at = nextLine(text, definition.end, end)
    }
    for (const link of scanInline(text, at, end).links) links.push(link)
  })
  return links
}

/** Start of the content of the next line. */
function nextLine(text: string, from: number, end: number): number {
  const lineBreak = text.indexOf('\n', from)
  return lineBreak < 0 ? end : Math.min(end, skipSpace(text, lineBreak))
}

/**
 * `[label]: destination`, perhaps with a title, alone on its line. Labels contain no brackets; `^` begins a footnote.
 */
function definitionAt(text: string, start: number, end: number): Link | undefined {
  if (start >= end || text[start] !== '[') return undefined
  const paragraph = text.slice(start, Math.min(end, start + 5_000))
  let at = 1
  while (at < paragraph.length && paragraph[at] !== ']' && paragraph[at] !== '[') at += paragraph[at] === '\\' ? 2 : 1
  if (
    paragraph[at] !== ']' ||
    paragraph[at + 1] !== ':' ||
    paragraph[1] === '^' ||
    paragraph.slice(1, at).trim() === ''
  )
    return undefined
  const from = skipSpace(paragraph, at + 2)
  const link = from < paragraph.length ? destinationAt(paragraph, from) : undefined
  return link && /^>?[ \t]{0,100}(?:$|[\r\n"'(])/.test(paragraph.slice(link.end, link.end + 200))
    ? { ...link, start: link.start + start, end: link.end + start }
    : undefined
}

/** Everything in a Markdown text that may refer to another file, as written. */
interface Mentions {
  /** Paths of files or folders: link targets, and bare or quoted names that look like a path. */
  readonly paths: readonly string[]
  /** Names in double square brackets. */
  readonly names: readonly string[]
}

const pathEnd = /\.(?:md|markdown)(?![\w/])|\/(?![\w/.%\p{L}-])/gu
const pathCharacter = /[\w./%-]|[^\0-\x7f]/
const wikiName = /\[\[([^[\]|#\n]{1,200})/g

export function findMentions(text: string): Mentions {
  const links = text.includes('](') || text.includes(']:') ? findLinks(text).map(({ destination }) => destination) : []
  const paths = [...links, ...barePaths(text)]
  return {
    paths: paths.map(cleaned).filter((path) => path !== ''),
    names: [...text.matchAll(wikiName)].map(([, name = '']) => name.trim()),
  }
}

/** Ends of paths are rare, so searching backwards from them is much faster than trying every word. */
function barePaths(text: string): readonly string[] {
  const paths: string[] = []
  let previousEnd = 0
  for (const match of text.matchAll(pathEnd)) {
    const end = match.index + match[0].length
    let start = match.index
    while (start > previousEnd && pathCharacter.test(text.charAt(start - 1))) start -= 1
    if (start < match.index) paths.push(text.slice(start, end))
    previousEnd = end
  }
  return paths
}

/** Without fragment and query, percent-decoded. */
const cleaned = (target: string): string => percentDecoded(target.split(/[#?]/)[0] ?? '')
