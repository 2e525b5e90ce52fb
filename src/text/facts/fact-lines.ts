import type { Span } from '../../model/codes/diagnostic.ts'
import { scanMarkdown } from '../markdown/markdown-lines.ts'
import { findSourceMarks, type SourceMark } from './source-marks.ts'

/** A list item, a table row or a sentence that states a fact. */
export interface FactLine {
  readonly kind: 'item' | 'row' | 'sentence'
  readonly span: Span
  /** Without source marks and list or table signs. */
  readonly text: string
  /** Title of the section. */
  readonly heading: string
  /** A source is named in the line, its paragraph, or beside it. */
  readonly anchored: boolean
}

const severalWords = /[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]|\p{Lo}{4}/u
/** Matches most texts without compiling all letters. */
const plainWords = /[A-Za-z0-9] +[A-Za-z0-9]/

interface Block {
  readonly kind: 'item' | 'paragraph'
  readonly start: number
  end: number
  readonly heading: string
  readonly section: number
  anchored: boolean
}

/** Only a link, as in a table of contents. */
const onlyLink = /^\W{0,8}\[[^\]]{0,300}\]\([^)]{0,500}\)\W{0,8}$/u

/** Headings, code, quoted HTML, table heads, definitions, lone links and lines that introduce a list are not facts. */
export const factLines = (text: string, from = 0): readonly FactLine[] =>
  openFacts(text, from)([{ start: from, end: text.length }])

/** Scans a text once; the result returns the facts that overlap some spans. */
export function openFacts(text: string, from: number): (stretches: readonly Span[]) => readonly FactLine[] {
  const labels = new SourceLabels()
  const blocks = readBlocks(text, from).filter(({ start, end }) => !labels.add(text.slice(start, end)))
  const marks = findSourceMarks(text).filter(({ broken }) => !broken)
  anchorBlocks(blocks, marks, text)
  const isAnchored = sourceInFrontmatter.test(text.slice(0, from)) && namesSource(text.slice(0, from))
  const namesIts = (line: string): boolean => isAnchored || namesSource(line) || labels.usedIn(line)
  return (stretches) => {
    const touches = (span: Span): boolean => stretches.some(({ start, end }) => span.start < end && start < span.end)
    return blocks
      .flatMap((block) => (touches(block) ? unitsOf(block, text, namesIts) : []))
      .filter(
        ({ span, text: line }) =>
          touches(span) &&
          !/[:：]$/.test(line) &&
          (plainWords.test(line) || severalWords.test(line)) &&
          !onlyLink.test(line),
      )
  }
}

const sourceInFrontmatter = /^(?:sources?|source_anchors|来源)[ \t]*:/im

function readBlocks(text: string, from: number): readonly Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  let heading = ''
  let section = 0
  const enter = (title: string): void => {
    heading = title
    section += 1
    open = undefined
  }
  scanMarkdown(
    text,
    (line) => {
      if (line.kind === 'heading') enter(text.slice(line.content + line.level, line.end).trim())
      else if (line.kind === 'underline') {
        const title = blocks.pop()
        enter(title ? text.slice(title.start, title.end).trim() : '')
      } else if (line.kind !== 'text') open = undefined
      else if (open && line.continues && !line.opensItem) open.end = line.end
      else {
        open = {
          kind: line.opensItem ? 'item' : 'paragraph',
          start: line.content,
          end: line.end,
          heading,
          section,
          anchored: false,
        }
        blocks.push(open)
      }
    },
    from,
  )
  return blocks
}

/** A line that is only a source applies to the text above it in its section; at the top, to the whole section. */
function anchorBlocks(blocks: readonly Block[], marks: readonly SourceMark[], text: string): void {
  const anchoredSections = new Set<number>()
  let next = 0
  let since = 0
  for (const [index, block] of blocks.entries()) {
    const opensSection = blocks[index - 1]?.section !== block.section
    if (opensSection) since = index
    let at = block.start
    let bare: boolean | undefined
    for (let mark = marks[next]; mark && mark.span.start < block.end; mark = marks[++next]) {
      if (mark.span.end <= block.start) continue
      bare = bare !== false && text.slice(at, Math.max(at, mark.span.start)).trim() === ''
      at = Math.max(at, mark.span.end)
    }
    if (!bare || text.slice(at, block.end).trim() !== '') continue
    block.anchored = true
    if (opensSection) anchoredSections.add(block.section)
    for (const above of blocks.slice(since, index)) above.anchored = true
    since = index + 1
  }
  for (const block of blocks) if (anchoredSections.has(block.section)) block.anchored = true
}

const delimiterRow = /^\s{0,8}\|?\s{0,8}:?-+:?\s{0,8}(?:\|\s{0,8}:?-+:?\s{0,8}){0,200}\|?\s{0,8}$/
const noteLine =
  /^[\s>*_+-]{0,16}(?:status|source|(?:last )?(?:updated|reviewed|compiled|generated)|claim_id|id|来源|來源)[*_]{0,2}\s{0,4}[:：]/i

/** Rows of a table have separate sources; a source in a paragraph or an item applies to all of it. */
function unitsOf(block: Block, text: string, namesIts: (line: string) => boolean): readonly FactLine[] {
  const unit = (kind: FactLine['kind'], start: number, end: number, anchored: boolean): FactLine => {
    const written = text.slice(start, end)
    const indent = written.length - written.trimStart().length
    return {
      kind,
      span: { start: start + indent, end: start + written.trimEnd().length },
      text: statementOf(written),
      heading: block.heading,
      anchored,
    }
  }
  const lines = linesOf(text, block.start, block.end)
  const delimiter = lines.findIndex(
    ({ start, end }) =>
      end - start < 2_000 && text.slice(start, end).includes('|') && delimiterRow.test(text.slice(start, end)),
  )
  if (delimiter >= 0)
    return lines
      .slice(delimiter + 1)
      .map(({ start, end }) => unit('row', start, end, block.anchored || namesIts(text.slice(start, end))))
  const anchored = block.anchored || namesIts(text.slice(block.start, block.end))
  const stated = lines.filter(({ start, end }) => !noteLine.test(text.slice(start, Math.min(end, start + 80))))
  const first = stated[0]
  const last = stated.at(-1)
  if (!first || !last) return []
  if (block.kind === 'item') return [unit('item', first.start, last.end, anchored)]
  return sentencesOf(text, first.start, last.end).map(({ start, end }) => unit('sentence', start, end, anchored))
}

function linesOf(text: string, start: number, end: number): readonly Span[] {
  const lines: Span[] = []
  for (let at = start; at < end;) {
    const next = text.indexOf('\n', at)
    const stop = next < 0 || next > end ? end : next
    lines.push({ start: at, end: stop })
    at = stop + 1
  }
  return lines
}

function sentencesOf(text: string, from: number, to: number): readonly Span[] {
  const spans: Span[] = []
  let start = from
  for (const match of text.slice(from, to).matchAll(/[.!?]+["')\]]{0,4}(?=\s|$)|[。！？]+/g)) {
    const end = from + match.index + match[0].length
    spans.push({ start, end })
    start = end
  }
  if (start < to) spans.push({ start, end: to })
  return spans
}

function statementOf(written: string): string {
  return written
    .replace(/\[(?:sources?|来源|來源)[ \t]{0,4}[:：][^[\]\n]{0,500}\]/giu, '')
    .replace(/^[\s>*_+-]{0,16}claim[*_]{0,2}\s{0,4}:/i, '')
    .replaceAll('|', ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A file of the layers with facts, however it is named: a link, a table cell, a comment, bare words. */
const layerFile = /(?<![\p{L}\p{N}_-])(?:sources|documents|wiki)\/[^\s|()<>"'`[\]]{1,300}\.\w{1,8}/iu
const webAddress = /https?:\/\/[^\s|()<>"'`[\]]{4,}/i

/** The text names its source: a source mark, a file of the pack, or a web address. */
function namesSource(text: string): boolean {
  return layerFile.test(text) || webAddress.test(text) || findSourceMarks(text).some(({ broken }) => !broken)
}

/** Footnotes and link definitions that name a source, by their labels; a text that uses the label names it too. */
class SourceLabels {
  readonly #labels = new Set<string>()

  /** `true` when the text is a definition, which is not a statement. */
  add(text: string): boolean {
    const [, label, rest = ''] = /^\[(\^?[^[\]]{1,100})\]:(.*)/s.exec(text) ?? []
    if (label === undefined) return false
    if (namesSource(rest)) this.#labels.add(fold(label))
    return true
  }

  usedIn(text: string): boolean {
    if (this.#labels.size === 0) return false
    for (const [, label = ''] of text.matchAll(/\[(\^?[^[\]]{1,100})\]/g))
      if (this.#labels.has(fold(label))) return true
    return false
  }
}

const fold = (label: string): string => label.trim().toLowerCase()
