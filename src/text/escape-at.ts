/** Texts are joined in lots of this many parts, so that a text full of places is not a list of millions. */
const lot = 8192

/** Shows the character at each of the places as `\u{…}`, its number in hexadecimal. */
export function escapeAt(text: string, places: readonly number[]): string {
  if (places.length === 0) return text
  let shown = ''
  let parts: string[] = []
  let done = 0
  for (const at of Uint32Array.from(places).sort()) {
    if (at < done) continue
    const code = text.codePointAt(at) ?? 0
    parts.push(text.slice(done, at), `\\u{${code.toString(16).toUpperCase()}}`)
    done = at + (code > 0xffff ? 2 : 1)
    if (parts.length < lot) continue
    shown += parts.join('')
    parts = []
  }
  return `${shown}${parts.join('')}${text.slice(done)}`
}
