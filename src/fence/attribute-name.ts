/** The name of an attribute: plain names unchanged, others escaped, so that names stay distinct. */
export function attributeName(name: string): string {
  if (name === '' || name === 'boundary') return `_x_${name}`
  return name.replace(
    /^[0-9.-]|[^A-Za-z0-9_.-]|_(?=x)/gu,
    (character) => `_x${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}_`,
  )
}

export function nameOfAttribute(written: string): string {
  if (written.startsWith('_x_')) return written.slice(3)
  return written.replace(/_x([0-9A-F]{1,6})_/g, (whole, hex: string) =>
    Number.parseInt(hex, 16) > 0x10ffff ? whole : String.fromCodePoint(Number.parseInt(hex, 16)),
  )
}
