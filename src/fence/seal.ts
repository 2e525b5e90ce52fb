/** Makes a text unable to open or close an element. Reversible to the byte: `unseal(seal(x)) === x`. */
export function seal(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\r', '&#13;')
}

export function unseal(text: string): string {
  return text.replaceAll('&#13;', '\r').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}

/** An attribute value: one line, no quote, no angle bracket. */
export function sealAttribute(value: string): string {
  return seal(value).replaceAll('"', '&quot;').replaceAll('>', '&gt;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}
