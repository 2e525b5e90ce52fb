import { scanMarkdown, type MarkdownLine } from '../../text/markdown/markdown-lines.ts'
import { plainLine } from './plain-line.ts'
import type { Top } from './plain-top.ts'

/** Longer lines are cut, which bounds the patterns. */
const lineLength = 2000

/** Reads title and paragraphs; code, tables, lists, rows of links and notes of site generators are skipped. */
export function markdownTop(text: string): Top {
  const blocks: Block[] = []
  const headings: string[] = []
  let title: string | undefined
  let lines: MarkdownLine[] = []
  const writtenIn = ({ content, end }: MarkdownLine): string =>
    text.slice(content, Math.min(end, content + lineLength)).trim()
  // Only the first block decides what may be a title; the others are examined when they are asked for.
  const close = (): void => {
    if (lines.length === 0) return
    if (blocks.length > 0 || isProse(lines.map(writtenIn))) blocks.push(lines)
    lines = []
  }
  /** A lower heading after a paragraph is not the title. */
  const entitle = (heading: string, level: number): void => {
    if (level === 2) headings.push(heading)
    if (level === 1 || blocks.length === 0) title ??= heading
  }
  scanMarkdown(text, (line) => {
    if (line.kind === 'underline') {
      entitle(lines.map(writtenIn).join(' '), line.level)
      lines = []
      return
    }
    if (line.kind === 'text' && !isListed(text, line)) {
      if (!line.continues) close()
      lines.push(line)
      return
    }
    close()
    if (line.kind === 'heading')
      entitle(
        writtenIn(line)
          .slice(line.level)
          .replace(/\s+#+$/, '')
          .replace(/\s*\{#[^}]*\}$/, ''),
        line.level,
      )
    if (line.kind !== 'html') return
    const [, tag = '', inside = ''] = /^<(h[1-6]|p)\b[^>]*>(.*)<\/\1>/i.exec(writtenIn(line)) ?? []
    if (inside === '' || plainLine(inside) === '') return
    if (tag.toLowerCase() === 'p') blocks.push(inside)
    else entitle(inside, Number(tag.slice(1)))
  })
  close()
  return { title, headings, paragraphs: proseIn(blocks, writtenIn) }
}

/** The lines of a paragraph, or what is inside a tag. */
type Block = readonly MarkdownLine[] | string

function* proseIn(blocks: readonly Block[], writtenIn: (line: MarkdownLine) => string): Generator<string> {
  for (const block of blocks) {
    const lines = typeof block === 'string' ? [block] : block.map(writtenIn)
    if (isProse(lines)) yield lines.join(' ')
  }
}

/** A list item is not a paragraph; a quote is, since many projects begin with one. */
function isListed(text: string, line: MarkdownLine): boolean {
  return line.depth > 1 || (line.depth === 1 && !/^\s*>/.test(text.slice(line.start, line.end)))
}

function isProse(lines: readonly string[]): boolean {
  const first = lines[0] ?? ''
  if (/^(?:\||\[!|\[[^\]]*\]:|:::|\{[%{]|import\s|export\s)/.test(first) || /^[\s|:-]+$/.test(lines[1] ?? 'prose'))
    return false
  return lines.some((line) =>
    /\p{L}{2}/u.test(line.replace(/!?\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?/g, '').replace(/<[^>]*>/g, '')),
  )
}
