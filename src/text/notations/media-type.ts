const token = "[A-Za-z0-9!#$%&'*+.^_`|~-]+"
const pattern = new RegExp(`^(${token}/${token})(?:[ \\t]*;[ \\t]*${token}=(?:${token}|"[^"\\\\]*"))*[ \\t]*;?$`)

/** `type/subtype` of a MIME type, lower case, without parameters; `undefined` when invalid (RFC 9110 §8.3.1). */
export function mediaTypeOf(text: string): string | undefined {
  return text.length > 256 ? undefined : pattern.exec(text.trim())?.[1]?.toLowerCase()
}
