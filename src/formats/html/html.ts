import type { Span } from '../../model/codes/diagnostic.ts'
import { HtmlBlocks } from './html-blocks.ts'
import { TagReader } from './html-tags.ts'
import { Outline } from '../units/outline.ts'
import type { Structure } from '../structure.ts'

export function readHtml(text: string, from: number): Structure {
  const outline = new Outline(text, from)
  addHtml(text, { start: from, end: text.length }, outline, { headings: true })
  return outline.finish()
}

/** Elements whose content is not the text of the page. */
const dropped = new Set([
  'script',
  'style',
  'nav',
  'template',
  'svg',
  'iframe',
  'noscript',
  'object',
  'head',
  'select',
  'button',
])

export interface HtmlOptions {
  /** Whether h1 to h6 make sections. */
  readonly headings: boolean
  readonly group?: number | undefined
}

/** Text blocks, items, rows and code of a span of HTML. Entities are not decoded. */
export function addHtml(whole: string, { start, end }: Span, outline: Outline, options: HtmlOptions): void {
  const text = whole.slice(0, end)
  const blocks = new HtmlBlocks(text, outline, options)
  const tags = new TagReader(text)
  const closing = new ClosingTags(text)
  let at = start
  while (at < end) {
    const open = text.indexOf('<', at)
    blocks.text(at, open < 0 ? end : open)
    if (open < 0) break
    const tag = tags.at(open)
    const after =
      tag && !tag.closes && !tag.closesItself && dropped.has(tag.name) ? closing.after(tag.name, tag.end) : undefined
    if (!tag) blocks.text(open, open + 1)
    else if (after === undefined) blocks.tag(tag)
    else blocks.dropped(tag)
    at = after ?? tag?.end ?? open + 1
  }
  blocks.finish(end)
}

/** Finds the end of an element; an unclosed one is not searched for twice. */
class ClosingTags {
  readonly #text: string
  readonly #missing = new Set<string>()

  constructor(text: string) {
    this.#text = text
  }

  /** Nested elements of the same name are counted, except in raw text. */
  after(name: string, from: number): number | undefined {
    if (this.#missing.has(name)) return undefined
    const tags = new RegExp(`<(/?)${name}(?=[\\s/>])`, 'gi')
    tags.lastIndex = from
    let depth = 1
    for (let match = tags.exec(this.#text); match; match = tags.exec(this.#text)) {
      if (match[1] === '/') depth -= 1
      else if (name !== 'script' && name !== 'style') depth += 1
      if (depth > 0) continue
      const close = this.#text.indexOf('>', match.index)
      return close < 0 ? this.#text.length : close + 1
    }
    this.#missing.add(name)
    return undefined
  }
}
