/** JSON with sorted keys and no spaces: equal values give equal bytes, so that digests can be compared. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  let text = ''
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) text += `${text === '' ? '' : ','}${canonicalJson(item)}`
    return `[${text}]`
  }
  const fields = value as Readonly<Record<string, unknown>>
  for (const key of Object.keys(fields).sort()) {
    const item = fields[key]
    if (item !== undefined) text += `${text === '' ? '' : ','}${quoted(key)}:${canonicalJson(item)}`
  }
  return `{${text}}`
}

/** Needs no escape; testing for it is faster than encoding. */
const plain = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/

const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text))
