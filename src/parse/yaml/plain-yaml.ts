import { limits } from '../../model/limits.ts'
import { coreScalar } from './core-scalar.ts'
import { WrittenNumbers, type Tree } from './tree.ts'
import { parseYaml, type YamlResult } from './yaml.ts'

/**
 * A much faster parser for the YAML of most frontmatter: mappings, one-line texts, blocks of even lines, and lists of
 * words. `undefined` for anything else and for errors, so that `parseYaml` decides; a law test requires equal results
 * of both.
 */
export function parsePlainYaml(text: string): YamlResult | undefined {
  if (text.length > limits.textLength || unusual.test(text)) return undefined
  const cursor: Cursor = { lines: text.split('\n'), at: 0, numbers: new WrittenNumbers() }
  const value = nextIndent(cursor) === 0 ? readMapping(cursor, 0) : undefined
  if (value === undefined) return undefined
  let full: Tree | undefined
  const locate: Tree['locate'] = (wanted) => {
    full ??= parseYaml(text).tree
    return full?.locate(wanted) ?? new Map()
  }
  return { tree: { value, numbers: cursor.numbers, locate }, problems: [] }
}

/** Tabs, carriage returns, control and invisible characters, surrogates, and a space at the end of a line. */
const unusual =
  /[^\n -~\u00a1-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\ud7ff\uf900-\ufdff\ufe30-\ufefe\uff01-\uffef]| (?:\n|$)/

const keyPattern = /^[A-Za-z_][\w-]{0,127}$/

/** Characters that a plain text may not start with or contain. */
const notPlain = /^[-?:,[\]{}#&*!|>'"%@`]|: | #|:$/
const flowWord = /^[\w\u00a1-\uffef][\w ./+\u00a1-\uffef-]*$/

/** Each level is indented by one space or more, so this limits the depth as well. */
const mostIndent = 32

interface Cursor {
  readonly lines: readonly string[]
  at: number
  readonly numbers: WrittenNumbers
}

/** Indentation of the next line that is neither empty nor a comment; `-1` at the end. */
function nextIndent(cursor: Cursor): number {
  for (; cursor.at < cursor.lines.length; cursor.at++) {
    const line = cursor.lines[cursor.at] ?? ''
    const indent = spacesEnd(line, 0)
    if (indent < line.length && line[indent] !== '#') return indent
  }
  return -1
}

function readMapping(cursor: Cursor, indent: number): Record<string, unknown> | undefined {
  if (indent > mostIndent) return undefined
  const object: Record<string, unknown> = {}
  while (nextIndent(cursor) === indent) {
    const line = cursor.lines[cursor.at++] ?? ''
    const colon = line.indexOf(':', indent)
    const key = line.slice(indent, Math.max(indent, colon))
    if (!keyPattern.test(key) || key === '__proto__' || Object.hasOwn(object, key)) return undefined
    const start = spacesEnd(line, colon + 1)
    const source = line.slice(start)
    if (source !== '' && start === colon + 1) return undefined
    const value = source === '' ? readBelow(cursor, indent) : readInline(cursor, source, indent)
    if (value === undefined) return undefined
    object[key] = value
    if (typeof value === 'number') cursor.numbers.note(object, key, value, source)
  }
  return nextIndent(cursor) > indent ? undefined : object
}

/** The value of a key with nothing after the colon. */
function readBelow(cursor: Cursor, indent: number): unknown {
  const next = nextIndent(cursor)
  if (next >= indent && cursor.lines[cursor.at]?.startsWith('- ', next)) return readList(cursor, next)
  return next > indent ? readMapping(cursor, next) : null
}

function readList(cursor: Cursor, indent: number): readonly unknown[] | undefined {
  const items: unknown[] = []
  while (nextIndent(cursor) === indent) {
    const line = cursor.lines[cursor.at] ?? ''
    if (!line.startsWith('- ', indent)) break
    cursor.at += 1
    const source = line.slice(spacesEnd(line, indent + 2))
    const item = readScalar(source)
    if (item === undefined) return undefined
    if (typeof item === 'number') cursor.numbers.note(items, items.length, item, source)
    items.push(item)
  }
  return nextIndent(cursor) > indent ? undefined : items
}

function readInline(cursor: Cursor, source: string, indent: number): unknown {
  switch (source[0]) {
    case '|':
    case '>':
      return readBlock(cursor, source, indent)
    case '[':
      return readFlow(source, cursor.numbers)
    default:
      return readScalar(source)
  }
}

function readFlow(source: string, numbers: WrittenNumbers): readonly unknown[] | undefined {
  if (!source.endsWith(']')) return undefined
  const inner = withoutSpaces(source.slice(1, -1))
  const items: unknown[] = []
  for (const part of inner === '' ? [] : inner.split(',')) {
    const word = withoutSpaces(part)
    const item = flowWord.test(word) ? readScalar(word) : quoted(word)
    if (item === undefined) return undefined
    if (typeof item === 'number') numbers.note(items, items.length, item, word)
    items.push(item)
  }
  return items
}

function readBlock(cursor: Cursor, header: string, indent: number): string | undefined {
  const inner = spacesEnd(cursor.lines[cursor.at] ?? '', 0)
  if (!/^[|>]-?$/.test(header) || inner <= indent) return undefined
  const lines: string[] = []
  for (; cursor.at < cursor.lines.length; cursor.at++) {
    const line = cursor.lines[cursor.at] ?? ''
    const depth = spacesEnd(line, 0)
    if (depth > inner || line === '') return undefined
    if (depth < inner) break
    lines.push(line.slice(inner))
  }
  const isClipped = header.length === 1
  // Where the text ends without a break, the block has none either.
  if (isClipped && cursor.at === cursor.lines.length) return undefined
  return lines.join(header.startsWith('>') ? ' ' : '\n') + (isClipped ? '\n' : '')
}

const readScalar = (source: string): unknown => (notPlain.test(source) ? quoted(source) : coreScalar(source))

/** Quoted text with nothing to decode; `undefined` for anything else. */
function quoted(source: string): string | undefined {
  const quote = source[0]
  if ((quote !== '"' && quote !== "'") || source.length < 2 || source.indexOf(quote, 1) !== source.length - 1)
    return undefined
  return quote === '"' && source.includes('\\') ? undefined : source.slice(1, -1)
}

function spacesEnd(line: string, from: number): number {
  let at = from
  while (line.charCodeAt(at) === 32) at += 1
  return at
}

/** Removes spaces only: other characters that `trim` removes are text in YAML. */
function withoutSpaces(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 32) end -= 1
  return text.slice(Math.min(spacesEnd(text, 0), end), end)
}
