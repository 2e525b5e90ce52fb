import { formatOf } from '../../formats/format-of.ts'
import { readStructure } from '../../formats/read-structure.ts'
import type { Section } from '../../formats/structure.ts'
import { shortDigest } from '../../text/bytes/digest.ts'
import { indexLines, lastAtMost } from '../../text/positions/lines.ts'
import { anchorTarget } from '../../text/facts/anchor-target.ts'
import { parseAnchor } from '../../text/facts/anchors.ts'
import { isPackText } from '../../text/paths/paths.ts'
import { headingSlug, unmarkedTitle } from '../../text/markdown/sections.ts'
import { afterFrontmatter } from '../../validate/pack-facts/text-files.ts'
import { latinSlug } from '../draft/unit-id.ts'

/** One topic of a document. */
export interface DocumentSplit {
  /** File name without its extension, from the headings alone: it stays the same when other parts of the document change. */
  readonly name: string
  readonly title: string
  /** What the split contains: the part of the document below the headings above it. */
  readonly text: string
  /** Its place in the document, in UTF-16 offsets and lines. */
  readonly start: number
  readonly end: number
  readonly lines: string
  /** It holds no heading of level one that names the whole document. */
  readonly isUntitled: boolean
  /** Anchor of its heading; absent without a heading that can be found by one. */
  readonly anchor?: string
}

/** Formats whose headings divide a text; others are read whole. */
const splitFormats = new Set(['markdown', 'mdx', 'rst', 'asciidoc', 'text'])

export const isSplit = (path: string): boolean => isPackText(path) && splitFormats.has(formatOf(path) ?? '')

/** A split is in the format of its document, so that it is read the same way; plain text has no place for its source. */
export const splitExtension = (path: string): string =>
  formatOf(path) === 'text' ? '.md' : (/\.[^./]+$/.exec(path)?.[0] ?? '.md')

/** A topic above this many characters is split at its own headings. */
const longestTopic = 6_000
/** Longer ones are not read as an anchor. */
const longestAnchor = 200

/** The topics of a document: its parts at the first level with several headings, and deeper where a part is long. */
export function splitDocument(path: string, text: string): readonly DocumentSplit[] {
  const format = formatOf(path) ?? 'text'
  const { sections, units } = readStructure(text, format, afterFrontmatter(text))
  const unitStarts = units.map(({ start }) => start)
  const hasUnit = (start: number, end: number): boolean => {
    const found = unitStarts[lastAtMost(unitStarts, end - 1)]
    return found !== undefined && found >= start && found < end
  }
  const places = placesOf(sections, text)
  const lines = indexLines(text)
  const target = anchorTarget(text, path)
  const isFound = (written: string): boolean => {
    const anchor = written === '' || written.length > longestAnchor ? undefined : parseAnchor(written)
    return anchor !== undefined && target.resolve(anchor).kind === 'found'
  }
  const nameOf = uniqueNames()
  return topicsIn(sections).flatMap(({ first, last }): readonly DocumentSplit[] => {
    const [head, place] = [sections[first], places[first]]
    const end = sections[last]?.end ?? text.length
    if (!head || !place || !hasBody(sections, first, last, text) || !hasUnit(head.start, end)) return []
    const { start } = head
    const from = lines.position(start).line
    const to = lines.position(start + text.slice(start, end).trimEnd().length).line
    return [
      {
        name: nameOf(place.names),
        title: unmarkedTitle(head.title) || path,
        text: `${[...place.above, text.slice(start, end).trim()].join('\n\n')}\n`,
        isUntitled: place.isUntitled,
        start,
        end,
        lines: from === to ? `L${from}` : `L${from}-L${to}`,
        ...(isFound(place.anchor) ? { anchor: place.anchor } : {}),
      },
    ]
  })
}

/** Sections `first` to `last`, both included. */
interface Topic {
  readonly first: number
  readonly last: number
}

function topicsIn(sections: readonly Section[]): readonly Topic[] {
  const cut = ({ first, last }: Topic): readonly Topic[] => {
    const level = levelWithSeveral(sections.slice(first, last + 1))
    if (level === undefined) return [{ first, last }]
    const starts = [first]
    for (let at = first + 1; at <= last; at++) if ((sections[at]?.level ?? 0) <= level) starts.push(at)
    const parts = starts.map((start, index) => ({ first: start, last: (starts[index + 1] ?? last + 1) - 1 }))
    return parts.flatMap((part) => (parts.length > 1 && isLong(part) ? cut(part) : [part]))
  }
  const isLong = ({ first, last }: Topic): boolean =>
    (sections[last]?.end ?? 0) - (sections[first]?.start ?? 0) > longestTopic
  return sections.length === 0 ? [] : cut({ first: 0, last: sections.length - 1 })
}

/** The highest level of which there are several headings. */
function levelWithSeveral(sections: readonly Section[]): number | undefined {
  const counts = [0, 0, 0, 0, 0, 0, 0]
  for (const { level } of sections) counts[level] = (counts[level] ?? 0) + 1
  const level = counts.findIndex((count, index) => index > 0 && count > 1)
  return level < 0 ? undefined : level
}

const htmlHeading = /<(h[1-6])\b[^<>]{0,300}>[^<>]{0,300}<\/\1>/gi

const hasBody = (sections: readonly Section[], first: number, last: number, text: string): boolean =>
  sections
    .slice(first, last + 1)
    .some(({ bodyStart, end }) => text.slice(bodyStart, end).replace(htmlHeading, '').trim() !== '')

interface SectionPlace {
  /** Headings above as written, so that a split keeps its context. */
  readonly above: readonly string[]
  readonly isUntitled: boolean
  readonly names: readonly string[]
  readonly anchor: string
}

function placesOf(sections: readonly Section[], text: string): readonly SectionPlace[] {
  const slugs = new Map<string, number>()
  const open: Section[] = []
  return sections.map((section) => {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= section.level) open.pop()
    const above = open.map(({ start, bodyStart }) => text.slice(start, bodyStart).trim())
    const isUntitled = section.level !== 1 && open[0]?.level !== 1
    // The title of the whole document distinguishes nothing.
    const names = [...open.slice(1), section].map(({ title }) => title).filter((title) => title !== '')
    if (section.level > 0) open.push(section)
    return { above, isUntitled, names, anchor: section.level === 0 ? '' : numbered(headingSlug(section.title), slugs) }
  })
}

/** As GitHub numbers headings of the same text. */
function numbered(base: string, known: Map<string, number>): string {
  const count = known.get(base) ?? 0
  known.set(base, count + 1)
  return base === '' || count === 0 ? base : `${base}-${count}`
}

function uniqueNames(): (titles: readonly string[]) => string {
  const taken = new Set<string>()
  /** Where the search for a free number goes on: smaller ones stay taken. */
  const next = new Map<string, number>()
  return (titles) => {
    const written = titles.map(unmarkedTitle).join(' ')
    const wanted = latinSlug(written) || (written === '' ? 'introduction' : `section-${shortDigest(written, 8)}`)
    let count = next.get(wanted) ?? 1
    const numbered = (): string => (count === 1 ? wanted : `${wanted}-${count}`)
    while (taken.has(numbered())) count += 1
    taken.add(numbered())
    next.set(wanted, count + 1)
    return numbered()
  }
}
