/** Strict: the standard alphabet, with padding and without spaces, so that each byte sequence has exactly one text. */
export function decodeBase64(text: string): Uint8Array | undefined {
  return decodeExactly(text, 'base64')
}

/** The alphabet of URLs, without padding (RFC 7515). */
export function decodeBase64Url(text: string): Uint8Array | undefined {
  return decodeExactly(text, 'base64url')
}

function decodeExactly(text: string, alphabet: 'base64' | 'base64url'): Uint8Array | undefined {
  const bytes = Buffer.from(text, alphabet)
  return text !== '' && bytes.toString(alphabet) === text ? bytes : undefined
}
