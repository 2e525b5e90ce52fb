import type { Span } from '../../model/codes/diagnostic.ts'
import { scanInline, type InlineParts } from '../../text/markdown/inline.ts'
import { indexLines } from '../../text/positions/lines.ts'
import { scanMarkdown } from '../../text/markdown/markdown-lines.ts'
import { localPath } from '../../text/paths/paths.ts'
import { scanSections, subtreeEnd } from '../../text/markdown/sections.ts'

/** A file or folder that the guide names for certain tasks. `start` and `end` are those of the path as written. */
interface ContextMapEntry extends Span {
  /** As written, without its anchor; it may leave the pack or match several files with `*`. */
  readonly path: string
  readonly anchor?: string
  /** The words around the path, including those of the bullets above it. */
  readonly hint: string
  /** Counted from 1. */
  readonly line: number
}

export interface ContextMap {
  readonly entries: readonly ContextMapEntry[]
  /** Bullets without a path in or below them. */
  readonly pathless: readonly (Span & { readonly line: number })[]
}

interface Bullet {
  readonly depth: number
  readonly start: number
  end: number
}

/** Reads every section titled "Context map": bullets with a path in back quotes or a link, and hints around it. */
export function readContextMap(text: string, bodyStart = 0): ContextMap {
  if (!mapWords.test(text)) return { entries: [], pathless: [] }
  const sections = scanSections(text, bodyStart)
  const entries: ContextMapEntry[] = []
  const pathless: (Span & { readonly line: number })[] = []
  const regions = sections.flatMap((section, index) =>
    isMapTitle(section.title) ? [{ start: section.bodyStart, end: subtreeEnd(sections, index) }] : [],
  )
  if (regions.length === 0) return { entries, pathless }
  const lines = indexLines(text)
  const lineOf = (offset: number): number => lines.position(offset).line
  for (const region of regions) {
    for (const { bullet, paths, hint, hasPath } of readBullets(text, bulletsIn(text, region))) {
      for (const path of paths) entries.push({ ...path, hint, line: lineOf(path.start) })
      if (!hasPath) pathless.push({ start: bullet.start, end: bullet.end, line: lineOf(bullet.start) })
    }
  }
  return { entries, pathless }
}

/** Without these there is no such title, and the scan is skipped. */
const mapWords = /context[^a-z]+map/i

const isMapTitle = (title: string): boolean =>
  title
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim() === 'context map'

function bulletsIn(text: string, region: Span): readonly Bullet[] {
  const bullets: Bullet[] = []
  let last: Bullet | undefined
  scanMarkdown(
    text.slice(0, region.end),
    (line) => {
      if (line.opensItem) bullets.push((last = { depth: line.depth, start: line.content, end: line.end }))
      else if (line.kind === 'text' && last && (line.continues || line.depth === last.depth)) last.end = line.end
      else if (line.kind !== 'blank') last = undefined
    },
    region.start,
  )
  return bullets
}

type WrittenPath = Omit<ContextMapEntry, 'hint' | 'line'>

interface ReadBullet {
  readonly bullet: Bullet
  readonly paths: readonly WrittenPath[]
  readonly hint: string
  /** It has a path, or a bullet below it has. */
  hasPath: boolean
}

function readBullets(text: string, bullets: readonly Bullet[]): readonly ReadBullet[] {
  const above: ReadBullet[] = []
  return bullets.map((bullet) => {
    while (above.length > 0 && (above.at(-1)?.bullet.depth ?? 0) >= bullet.depth) above.pop()
    const inline = scanInline(text, bullet.start, bullet.end)
    const paths = pathsOf(text, inline)
    const words = [
      ...above.map(({ hint, paths: theirs }) => (theirs.length === 0 ? hint : '')),
      wordsAround(text, bullet, inline),
    ]
    const read: ReadBullet = {
      bullet,
      paths,
      hint: words.filter((part) => part !== '').join(' '),
      hasPath: paths.length > 0,
    }
    if (read.hasPath) for (const parent of above) parent.hasPath = true
    above.push(read)
    return read
  })
}

function pathsOf(text: string, { codes, links }: InlineParts): readonly WrittenPath[] {
  const quoted = codes.flatMap((span) => toPath(text.slice(span.start, span.end), span, true))
  const linked = links.flatMap((link) => toPath(link.destination, link, false))
  return [...quoted, ...linked].sort((a, b) => a.start - b.start)
}

function toPath(written: string, { start, end }: Span, mustLookLikePath: boolean): readonly WrittenPath[] {
  const trimmed = written.trim()
  const path = localPath(trimmed)
  if (path === undefined || (mustLookLikePath && !looksLikePath(path))) return []
  const anchor = trimmed.includes('#') ? trimmed.slice(trimmed.indexOf('#') + 1) : ''
  return [{ path, ...(anchor ? { anchor } : {}), start, end }]
}

/** Back quotes may also contain commands and field names; a path has a slash or ends like a text file. */
function looksLikePath(code: string): boolean {
  return (
    !/\s/.test(code) &&
    (/[/\\]/.test(code) || /\.(?:md|markdown|txt|json|jsonl|ya?ml|csv|html?|pdf|rst|adoc|ttl)$/i.test(code))
  )
}

function wordsAround(text: string, bullet: Bullet, { codes, links }: InlineParts): string {
  let words = ''
  let at = bullet.start
  for (const span of [...codes, ...links].sort((a, b) => a.start - b.start)) {
    words += `${text.slice(at, span.start)} `
    at = Math.max(at, span.end)
  }
  words += text.slice(at, bullet.end)
  return trimMarks(words.replace(/[`*_[\]()<>|]+|\s+/g, ' ').replace(/ {2,}/g, ' '))
}

const edgeMarks = new Set(' :;,.–—→=-')

/** Removes punctuation at both ends. */
function trimMarks(words: string): string {
  let start = 0
  let end = words.length
  while (start < end && edgeMarks.has(words[start] ?? '')) start += 1
  while (end > start && edgeMarks.has(words[end - 1] ?? '')) end -= 1
  return words.slice(start, end)
}
