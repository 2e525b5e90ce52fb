/** Decodes JSON escapes and keeps every offset: the rest of an escape becomes an invisible character. */
export function undoJsonEscapes(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|([nrt"/\\]))/g,
    (escape, code: string | undefined, letter: string | undefined) =>
      decoded(code, letter ?? '').padEnd(escape.length, '\u200B'),
  )
}

function decoded(code: string | undefined, letter: string): string {
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
  return /[nrt]/.test(letter) ? ' ' : letter
}
