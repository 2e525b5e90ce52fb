import type { Span } from '../../model/codes/diagnostic.ts'
import { headingSlug, scanSections, subtreeEnd, unmarkedTitle, type Section } from '../markdown/sections.ts'
import { indexLines, type LineIndex } from '../positions/lines.ts'
import { pagesOf } from '../positions/pages.ts'
import { parseTime, type Anchor } from './anchors.ts'

/** `unverifiable`: cannot be checked in the text, such as pages of a file that is no PDF. */
export type Resolution =
  | { readonly kind: 'found'; readonly span: Span }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unverifiable' }

/** The target of anchors; its indexes are built once and on demand. */
export interface AnchorTarget {
  resolve(anchor: Anchor): Resolution
}

const absent: Resolution = { kind: 'absent' }
const unverifiable: Resolution = { kind: 'unverifiable' }
const found = (start: number, end: number): Resolution => ({ kind: 'found', span: { start, end } })

export function anchorTarget(text: string, path: string): AnchorTarget {
  let lines: LineIndex | undefined
  let headings: ReadonlyMap<string, Span> | undefined
  let cues: readonly Cue[] | undefined
  return {
    resolve(anchor) {
      switch (anchor.kind) {
        case 'page':
          return /\.pdf$/i.test(path) ? resolvePage(text, anchor.page) : unverifiable
        case 'lines':
          return resolveLines((lines ??= indexLines(text)), anchor.first, anchor.last, text.length)
        case 'time':
          return resolveTime((cues ??= readCues(text)), anchor.seconds)
        case 'heading':
          if (!/\.(?:md|markdown|mdx|html?)$/i.test(path) || anchor.title.startsWith('/')) return unverifiable
          return resolveHeading((headings ??= indexHeadings(text)), anchor.title, text)
      }
    },
  }
}

function resolvePage(text: string, number: number): Resolution {
  const page = pagesOf(text)[number - 1]
  return page ? found(page.bodyStart, page.end) : absent
}

/** A final line break does not begin a line that could be cited. */
function resolveLines(lines: LineIndex, first: number, last: number, length: number): Resolution {
  const count =
    lines.count > 1 && lines.offset({ line: lines.count, column: 1 }) === length ? lines.count - 1 : lines.count
  if (first < 1 || last < first || last > count) return absent
  return found(lines.offset({ line: first, column: 1 }), lines.lineEnd(lines.offset({ line: last, column: 1 })))
}

/** By slug, numbered as GitHub does, and by the same words. The first heading of a name wins. */
function indexHeadings(text: string): ReadonlyMap<string, Span> {
  const byName = new Map<string, Span>()
  const slugs = new Map<string, number>()
  const sections: readonly Section[] = scanSections(text)
  const add = (name: string, span: Span): void => void (byName.has(name) || byName.set(name, span))
  for (const [index, section] of sections.entries()) {
    if (section.level === 0) continue
    const span = { start: section.start, end: subtreeEnd(sections, index) }
    const base = headingSlug(section.title)
    const seen = slugs.get(base) ?? 0
    slugs.set(base, seen + 1)
    add(seen === 0 ? base : `${base}-${seen}`, span)
    add(fold(section.title), span)
    const own = /\{#([^{}\s]{1,100})\}/.exec(section.title)?.[1]
    if (own !== undefined) add(own.toLowerCase(), span)
  }
  return byName
}

const fold = (title: string): string =>
  unmarkedTitle(title)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

function resolveHeading(headings: ReadonlyMap<string, Span>, title: string, text: string): Resolution {
  const span = headings.get(title.toLowerCase()) ?? headings.get(headingSlug(title)) ?? headings.get(fold(title))
  if (span) return { kind: 'found', span }
  for (const mark of [`id="${title}"`, `name="${title}"`, `id='${title}'`]) {
    const at = text.indexOf(mark)
    if (at >= 0) return found(at, at + mark.length)
  }
  return absent
}

interface Cue {
  readonly from: number
  /** Absent in transcripts without end times. */
  readonly to: number | undefined
  readonly start: number
  readonly end: number
}

const clock = String.raw`(\d{1,3}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?)`
const cueTime = new RegExp(String.raw`(?<![\d:.])${clock}(?:[ \t]{0,4}-->[ \t]{0,4}${clock})?(?![\d:])`, 'g')

/** Times of a subtitle file, or of a transcript with times in its lines; a passage begins with its line. */
function readCues(text: string): readonly Cue[] {
  const cues: { from: number; to: number | undefined; start: number; end: number }[] = []
  let lineStart = 0
  let lineBreak = text.indexOf('\n')
  for (const mark of text.matchAll(cueTime)) {
    while (lineBreak >= 0 && lineBreak < mark.index) {
      lineStart = lineBreak + 1
      lineBreak = text.indexOf('\n', lineStart)
    }
    const last = cues.at(-1)
    const start = last?.start === lineStart ? mark.index : Math.max(lineStart, last?.start ?? 0)
    if (last) last.end = start
    cues.push({
      from: parseTime(mark[1] ?? '') ?? 0,
      to: mark[2] === undefined ? undefined : parseTime(mark[2]),
      start,
      end: text.length,
    })
  }
  return cues
}

/** Longest duration, in seconds, of the last passage of a transcript without end times. */
const lastPassage = 600

function resolveTime(cues: readonly Cue[], seconds: number): Resolution {
  const cue = cues.findLast(({ from }) => from <= seconds)
  const last = cues.at(-1)
  if (!cue || !last) return absent
  const over = last.to ?? last.from + lastPassage
  return seconds > over ? absent : found(cue.start, cue.end)
}
