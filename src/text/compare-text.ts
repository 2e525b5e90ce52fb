/** By UTF-16 units, as `<` compares, so that the order does not depend on a locale. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
