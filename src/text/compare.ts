/** Compares UTF-16 units, like `<`, so that the order does not depend on a locale. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Lower case without separators, so that `evidence_status`, `evidenceStatus` and `evidence-status` are equal. */
export const foldKey = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}@]/gu, '')
