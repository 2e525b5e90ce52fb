/** A value for a message: shortened, and without the contents of lists and mappings. */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return `"${value.length > 60 ? `${value.slice(0, 60)}…` : value}"`
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a mapping' : String(value)
}

/** Quotes a path for a command line that a person may copy. */
export function shellWord(text: string): string {
  const word = text.startsWith('-') ? `./${text}` : text
  return /^[\w@%+:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
