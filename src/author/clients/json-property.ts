import { createScanner, type Node } from 'jsonc-parser'

const endOf = ({ offset, length }: Node): number => offset + length

/** `SyntaxKind` is a const enum, which has no value at run time. */
const token = { comma: 5, lineBreak: 14, space: 15, end: 17 } as const

/** Between two values there is nothing but white space, comments and perhaps a comma. */
function between(text: string, start: number, end: number): { readonly comma?: number; readonly contentEnd: number } {
  const scanner = createScanner(text, false)
  scanner.setPosition(start)
  let comma: number | undefined
  let contentEnd = start
  for (let kind: number = scanner.scan(); kind !== token.end && scanner.getTokenOffset() < end; kind = scanner.scan()) {
    if (kind === token.comma) comma ??= scanner.getTokenOffset()
    if (kind !== token.space && kind !== token.lineBreak)
      contentEnd = scanner.getTokenOffset() + scanner.getTokenLength()
  }
  return { ...(comma === undefined ? {} : { comma }), contentEnd }
}

interface Layout {
  readonly lineBreak: string
  readonly unit: string
}

/** How the text is laid out, by its first indented line. */
function layoutOf(text: string): Layout {
  return { lineBreak: text.includes('\r\n') ? '\r\n' : '\n', unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ' }
}

const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? ''

function jsonAt(value: unknown, indent: string, { lineBreak, unit }: Layout): string {
  return JSON.stringify(value, null, unit).split('\n').join(`${lineBreak}${indent}`)
}

export function replaceValue(text: string, value: Node, next: unknown): string {
  const written = !text.includes('\n')
    ? JSON.stringify(next)
    : jsonAt(next, indentAt(text, value.offset), layoutOf(text))
  return `${text.slice(0, value.offset)}${written}${text.slice(endOf(value))}`
}

/** Adds a property after the others; an object on one line stays on one line. */
export const insertProperty = (text: string, object: Node, key: string, value: unknown): string =>
  insertChild(text, object, value, `${JSON.stringify(key)}: `)

/** The same for the last item of a list. */
export const appendItem = (text: string, list: Node, value: unknown): string => insertChild(text, list, value, '')

function insertChild(text: string, container: Node, value: unknown, label: string): string {
  const layout = layoutOf(text)
  const close = endOf(container) - 1
  const last = container.children?.at(-1)
  const { comma, contentEnd } = between(text, last ? endOf(last) : container.offset + 1, close)
  if (last && !text.slice(container.offset, close).includes('\n')) {
    const written = `${label}${JSON.stringify(value)}`
    return comma === undefined ? splice(text, contentEnd, `, ${written}`) : splice(text, contentEnd, ` ${written},`)
  }
  const outer = indentAt(text, container.offset)
  const indent =
    last && /\n[ \t]*$/.test(text.slice(0, last.offset)) ? indentAt(text, last.offset) : `${outer}${layout.unit}`
  const written = `${layout.lineBreak}${indent}${label}${jsonAt(value, indent, layout)}`
  const closing = text.slice(contentEnd, close).includes('\n') ? '' : `${layout.lineBreak}${outer}`
  const grown = splice(text, contentEnd, `${written}${comma === undefined ? '' : ','}${closing}`)
  return last && comma === undefined ? splice(grown, endOf(last), ',') : grown
}

/** The texts without a property, or an item of a list, one of which may be the text that it was added to. */
export function removeProperty(text: string, property: Node): readonly string[] {
  const object = property.parent
  const siblings = object?.children ?? []
  const place = siblings.indexOf(property)
  if (!object || place < 0) return []
  const close = endOf(object) - 1
  const [before, after] = [siblings[place - 1], siblings[place + 1]]
  const lead = between(text, before ? endOf(before) : object.offset + 1, property.offset)
  const { comma } = between(text, endOf(property), after?.offset ?? close)
  const end = comma === undefined ? endOf(property) : comma + 1
  const cut = text.slice(0, lead.contentEnd) + text.slice(end)
  if (after) return [cut]
  if (before) {
    const tail = /^\r?\n[ \t]*/.exec(text.slice(end, close))?.[0] ?? ''
    const shorter = text.slice(0, lead.contentEnd) + text.slice(end + tail.length)
    const { comma: leading } = lead
    return comma === undefined && leading !== undefined
      ? [cut, shorter].map((candidate) => splice(candidate, leading, '', 1))
      : [cut, shorter]
  }
  const blank = text.slice(end, close)
  const shorter = text.slice(0, lead.contentEnd) + blank.replace(/^\r?\n[ \t]*/, '') + text.slice(close)
  return lead.contentEnd > object.offset + 1 ? [cut, shorter] : [shorter, cut]
}

const splice = (text: string, at: number, added: string, removed = 0): string =>
  text.slice(0, at) + added + text.slice(at + removed)
