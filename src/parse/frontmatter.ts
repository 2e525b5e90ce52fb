/** Where the frontmatter of a KNOWLEDGE.md stands. Offsets are UTF-16 units of the text. */
export type Frontmatter =
  | { readonly found: true; readonly yaml: string; readonly yamlStart: number; readonly bodyStart: number }
  | { readonly found: false; readonly problem: 'missing' | 'unclosed' }

const opening = /^---[ \t]*(?:\r\n|\n|\r)/
const closing = /(?:^|\r\n|\n|\r)---[ \t]*(?=\r|\n|$)/g

/** CRLF, lone CR and spaces after the fence lines are accepted. */
export function splitFrontmatter(text: string): Frontmatter {
  const open = opening.exec(text)
  if (!open) return { found: false, problem: 'missing' }
  const yamlStart = open[0].length
  closing.lastIndex = 0
  const rest = text.slice(yamlStart)
  const close = closing.exec(rest)
  if (!close) return { found: false, problem: 'unclosed' }
  const after = yamlStart + close.index + close[0].length
  const lineBreak = /^(?:\r\n|\n|\r)/.exec(text.slice(after, after + 2))
  return { found: true, yaml: rest.slice(0, close.index), yamlStart, bodyStart: after + (lineBreak?.[0].length ?? 0) }
}

/**
 * Number of bytes up to and including the closing fence line, so that discovery reads and decodes no body.
 * `undefined` when the fence is not within these bytes; `0` when there is no frontmatter at all.
 */
export function frontmatterLength(bytes: Uint8Array): number | undefined {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  if (!isFence(bytes, start)) return 0
  for (let i = start + 3; i < bytes.length; i++) {
    const unit = bytes[i]
    if (unit !== 10 && unit !== 13) continue
    if (!isFence(bytes, i + 1)) continue
    for (let end = i + 4; ; end++) {
      const next = bytes[end]
      if (next === undefined) return undefined
      if (next === 10 || next === 13) return end + 1
      if (next !== 32 && next !== 9) break
    }
  }
  return undefined
}

const isFence = (bytes: Uint8Array, at: number): boolean => bytes[at] === 45 && bytes[at + 1] === 45 && bytes[at + 2] === 45
