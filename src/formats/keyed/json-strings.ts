import type { KeyNode } from './key-tree.ts'

/** Decoded JSON strings, with their offsets in the file. */
export interface DecodedText {
  readonly text: string
  /** Offset in the file of the character at an offset of `text`, and of the end of the one before it. */
  start(offset: number): number
  end(offset: number): number
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

/** The strings concatenated; a node is a string or a member with a string value. */
export function decodeStrings(text: string, nodes: readonly KeyNode[]): DecodedText {
  const parts: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  for (const { key, start, end } of nodes) {
    let at = key === '' ? start : text.indexOf('"', start + key.length + 2)
    if (at < 0 || text.charAt(at) !== '"') continue
    for (at += 1; at < end && text.charAt(at) !== '"';) {
      const length = lengthAt(text, at)
      const next = Math.min(at + length, end)
      parts.push(length === 1 ? text.charAt(at) : unescaped(text.slice(at, next)))
      starts.push(at)
      ends.push(next)
      at = next
    }
  }
  const last = ends.at(-1) ?? nodes[0]?.start ?? 0
  return { text: parts.join(''), start: (offset) => starts[offset] ?? last, end: (offset) => ends[offset - 1] ?? last }
}

function lengthAt(text: string, at: number): number {
  if (text.charAt(at) !== '\\') return 1
  return text.charAt(at + 1) === 'u' ? 6 : 2
}

/** Always one UTF-16 unit, so that offsets can be counted. */
function unescaped(written: string): string {
  const mark = written.charAt(1)
  if (mark !== 'u') return escapes[mark] ?? (mark === '' ? ' ' : mark)
  const code = Number.parseInt(written.slice(2), 16)
  return Number.isNaN(code) ? ' ' : String.fromCharCode(code)
}
