/** Decodes JSON escapes and keeps every offset: the rest of an escape becomes an invisible character. */
export function undoJsonEscapes(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|([nrt"/\\]))/g,
    (escape, code: string | undefined, letter: string | undefined) => {
      const character =
        code === undefined
          ? /[nrt]/.test(letter ?? '')
            ? ' '
            : (letter ?? '')
          : String.fromCharCode(Number.parseInt(code, 16))
      return character.padEnd(escape.length, '\u200B')
    },
  )
}
