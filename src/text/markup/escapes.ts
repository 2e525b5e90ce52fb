/** Parts are joined in batches of this size, so that a text full of places does not become a list of millions. */
const lot = 8192
const escape = /\\u\{(10[0-9A-F]{4}|[1-9A-F][0-9A-F]{0,4}|0)\}/g

/** Replaces the character at each of the places by `\u{…}`, its code point in hexadecimal. */
export function escapeAt(text: string, places: readonly number[]): string {
  if (places.length === 0) return text
  const result = rewriting(text)
  for (const at of Uint32Array.from(places).sort()) {
    const code = text.codePointAt(at) ?? 0
    result.replace(at, code > 0xffff ? 2 : 1, `\\u{${code.toString(16).toUpperCase()}}`)
  }
  return result.end()
}

/** Decodes `\u{…}`. */
export function unescape(text: string): string {
  if (!text.includes('\\u{')) return text
  const result = rewriting(text)
  for (const { 0: whole, 1: hex = '', index } of text.matchAll(escape)) {
    result.replace(index, whole.length, String.fromCodePoint(Number.parseInt(hex, 16)))
  }
  return result.end()
}

/** Replaces every escape by one sign. */
export const strikeEscapes = (text: string, sign: string): string => text.replace(escape, sign)

interface Rewriting {
  /** In the order of the text; a replacement that overlaps the previous one is skipped. */
  replace(at: number, length: number, by: string): void
  end(): string
}

function rewriting(text: string): Rewriting {
  let written = ''
  let parts: string[] = []
  let done = 0
  return {
    replace(at, length, by) {
      if (at < done) return
      parts.push(text.slice(done, at), by)
      done = at + length
      if (parts.length < lot) return
      written += parts.join('')
      parts = []
    },
    end: () => `${written}${parts.join('')}${text.slice(done)}`,
  }
}
