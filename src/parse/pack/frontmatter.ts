/** Position of the frontmatter of a KNOWLEDGE.md. Offsets are UTF-16 units of the text. */
export type Frontmatter =
  | { readonly found: true; readonly yaml: string; readonly yamlStart: number; readonly bodyStart: number }
  | { readonly found: false; readonly problem: 'missing' | 'unclosed' }

const opening = /^---[ \t]*(?:\r\n|\n|\r)/
const closing = /(?:^|\r\n|\n|\r)---[ \t]*(?:\r\n|\n|\r|$)/

/** CRLF, lone CR and spaces after the fence lines are accepted. */
export function splitFrontmatter(text: string): Frontmatter {
  const open = opening.exec(text)
  if (!open) return { found: false, problem: 'missing' }
  const yamlStart = open[0].length
  const rest = text.slice(yamlStart)
  const close = closing.exec(rest)
  if (!close) return { found: false, problem: 'unclosed' }
  return {
    found: true,
    yaml: rest.slice(0, close.index),
    yamlStart,
    bodyStart: yamlStart + close.index + close[0].length,
  }
}

/**
 * Number of bytes up to and including the closing fence line, so that discovery reads and decodes no body.
 * `undefined` when more bytes are needed; `0` when there is no frontmatter.
 */
export function frontmatterLength(bytes: Uint8Array): number | undefined {
  const opened = openingEnd(bytes)
  if (opened === undefined || opened === 0) return opened
  for (let at = opened; at < bytes.length; at = nextLine(bytes, at)) {
    const end = fenceLineEnd(bytes, at)
    if (end !== 0) return end
  }
  return undefined
}

/** Whether there is a frontmatter, closed or not. */
export const startsWithFence = (bytes: Uint8Array): boolean => openingEnd(bytes) !== 0

function openingEnd(bytes: Uint8Array): number | undefined {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  return bytes.length < start + 3 ? 0 : fenceLineEnd(bytes, start)
}

/** End of the fence line at an offset, break included; `0` for another line, `undefined` when the bytes end first. */
function fenceLineEnd(bytes: Uint8Array, at: number): number | undefined {
  let end = at
  while (end < at + 3) {
    if (end >= bytes.length) return undefined
    if (bytes[end] !== 45) return 0
    end += 1
  }
  while (bytes[end] === 32 || bytes[end] === 9) end += 1
  if (end >= bytes.length || (bytes[end] === 13 && end + 1 === bytes.length)) return undefined
  return isBreak(bytes[end]) ? nextLine(bytes, end) : 0
}

function nextLine(bytes: Uint8Array, at: number): number {
  let end = at
  while (end < bytes.length && !isBreak(bytes[end])) end += 1
  return bytes[end] === 13 && bytes[end + 1] === 10 ? end + 2 : end + 1
}

const isBreak = (byte: number | undefined): boolean => byte === 10 || byte === 13
