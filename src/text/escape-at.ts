/** Shows the character at each of the places as `\u{…}`, its number in hexadecimal. */
export function escapeAt(text: string, places: readonly number[]): string {
  if (places.length === 0) return text
  const parts: string[] = []
  let done = 0
  for (const at of [...new Set(places)].sort((a, b) => a - b)) {
    const code = text.codePointAt(at) ?? 0
    parts.push(text.slice(done, at), `\\u{${code.toString(16).toUpperCase()}}`)
    done = at + (code > 0xffff ? 2 : 1)
  }
  return `${parts.join('')}${text.slice(done)}`
}
