import { fromMarkdown } from 'mdast-util-from-markdown'

type Node = ReturnType<typeof fromMarkdown>['children'][number]

export interface OracleHeading {
  readonly level: number
  readonly title: string
}

/** Headings of the document itself according to a full CommonMark parser, without those in quotes and lists. */
export function oracleHeadings(text: string): readonly OracleHeading[] {
  return fromMarkdown(text).children.flatMap((node) =>
    node.type === 'heading' ? [{ level: node.depth, title: titleOf(node, text) }] : [],
  )
}

function titleOf(node: Extract<Node, { type: 'heading' }>, text: string): string {
  const start = node.children[0]?.position?.start.offset
  const end = node.children.at(-1)?.position?.end.offset
  if (start === undefined || end === undefined) return ''
  return text
    .slice(start, end)
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .join(' ')
}

/** Destinations of links, images and definitions, in text order. */
export function oracleDestinations(text: string): readonly string[] {
  const found: { readonly at: number; readonly url: string }[] = []
  const visit = (node: object): void => {
    if ('url' in node && typeof node.url === 'string' && 'position' in node) {
      const { type, position } = node as unknown as {
        type: string
        position: { start: { offset: number }; end: { offset: number } }
      }
      const autolink = type === 'link' && text[position.start.offset] === '<'
      // An outer link ends after its content, so order by end.
      if (!autolink) found.push({ at: position.end.offset, url: node.url })
    }
    if ('children' in node && Array.isArray(node.children)) for (const child of node.children as object[]) visit(child)
  }
  visit(fromMarkdown(text))
  return found.sort((a, b) => a.at - b.at).map(({ url }) => url)
}
