import { scanMarkdown, type MarkdownLine } from './markdown-lines.ts'

/** A heading with the text up to the next heading. Sections tile the text: each begins where the one before ends. */
export interface Section {
  /** 1 to 6; 0 for text before the first heading. */
  readonly level: number
  /** As written, marks included; empty for text before the first heading. */
  readonly title: string
  /** Titles from the outermost heading down to this one. */
  readonly headings: readonly string[]
  /** UTF-16 offsets, end exclusive. */
  readonly start: number
  readonly end: number
  /** Start of the text after the heading. */
  readonly bodyStart: number
}

/** Headings in quotes and list items are ordinary text. */
export function scanSections(text: string, from = 0): readonly Section[] {
  const headings = new HeadingReader(text)
  scanMarkdown(text, (line) => headings.visit(line), from)
  return sectionsAt(text, from, headings.found)
}

/** A heading and its place; the text up to the next one is its section. */
export type Heading = Pick<Section, 'level' | 'title' | 'start' | 'bodyStart'>

/** Finds the headings among the lines of a Markdown text. */
export class HeadingReader {
  readonly found: Heading[] = []
  readonly #text: string
  #paragraph: { readonly start: number; readonly content: number } | undefined

  constructor(text: string) {
    this.#text = text
  }

  visit(line: MarkdownLine): void {
    const text = this.#text
    if (line.depth > 0) this.#paragraph = undefined
    else if (line.kind === 'heading') {
      this.found.push({
        level: line.level,
        title: atxTitle(text, line),
        start: line.start,
        bodyStart: afterBreak(text, line.end),
      })
    } else if (line.kind === 'underline' && this.#paragraph) {
      const { start, content } = this.#paragraph
      this.found.push({
        level: line.level,
        title: paragraphTitle(text, content, line.start),
        start,
        bodyStart: afterBreak(text, line.end),
      })
    }
    if (line.kind !== 'text' || line.depth > 0) this.#paragraph = undefined
    else if (!line.continues) this.#paragraph = { start: line.start, content: line.content }
  }
}

/** End of a section with its subsections. */
export function subtreeEnd(sections: readonly Section[], index: number): number {
  const level = sections[index]?.level ?? 0
  let last = index
  while (last + 1 < sections.length && (sections[last + 1]?.level ?? 0) > level) last += 1
  return sections[last]?.end ?? 0
}

/** Sections from headings in document order; text before the first has a section of level 0. */
export function sectionsAt(text: string, from: number, found: readonly Heading[]): readonly Section[] {
  const first = found[0]?.start ?? text.length
  const sections: Section[] = []
  if (hasText(text, from, first))
    sections.push({ level: 0, title: '', headings: [], start: from, end: first, bodyStart: from })
  const open: { readonly level: number; readonly title: string }[] = []
  for (const [index, heading] of found.entries()) {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= heading.level) open.pop()
    open.push(heading)
    sections.push({ ...heading, headings: open.map(({ title }) => title), end: found[index + 1]?.start ?? text.length })
  }
  return sections
}

function hasText(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (text.charCodeAt(i) > 32) return true
  return false
}

/** A closing run of # after a space is decoration. */
function atxTitle(text: string, line: MarkdownLine): string {
  const title = text.slice(line.content + line.level, line.end).trim()
  let end = title.length
  while (end > 0 && title[end - 1] === '#') end -= 1
  if (end === title.length) return title
  return end === 0 || title[end - 1] === ' ' || title[end - 1] === '\t' ? title.slice(0, end).trim() : title
}

/** Lines of one title are joined by a space. */
function paragraphTitle(text: string, start: number, end: number): string {
  return text
    .slice(start, end)
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}

export function afterBreak(text: string, end: number): number {
  if (end >= text.length) return end
  return text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10 ? end + 2 : end + 1
}

/** The GitHub fragment of a heading; the caller adds `-1` to a second heading of the same text. */
export function headingSlug(title: string): string {
  return unmarkedTitle(title)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
}

/** A title without link targets and emphasis. */
export function unmarkedTitle(title: string): string {
  return title
    .replace(/\]\([^()\s]{0,500}\)/g, '')
    .replace(/[*`[\]]|\{#[^{}\s]{1,100}\}/g, '')
    .trim()
}
