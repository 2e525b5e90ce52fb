import { joinParts, splitParts } from './binary-parts.ts'
import { areBelow, asLines, fromLines, isDivision } from './stored-text.ts'

/** Each term of several texts is stored once. */
export function encodeTerms(sets: readonly ReadonlySet<string>[]): Uint8Array {
  const numbers = new Map<string, number>()
  const first = new Uint32Array(sets.length + 1)
  const used: number[] = []
  for (const [place, set] of sets.entries()) {
    for (const term of set) {
      const number = numbers.get(term) ?? numbers.size
      numbers.set(term, number)
      used.push(number)
    }
    first[place + 1] = used.length
  }
  return joinParts({ terms: asLines([...numbers.keys()]) }, [first, Uint32Array.from(used)])
}

/** As `decodeText`: invalid bytes are ignored, and the terms are found again. */
export function decodeTerms(bytes: Uint8Array, count: number): readonly ReadonlySet<string>[] | undefined {
  const parts = splitParts(bytes)
  const [first, used] = parts?.u32 ?? []
  const terms = fromLines((parts?.json as { readonly terms?: unknown } | undefined)?.terms)
  if (!first || !used || !terms || !isDivision(first, count, used.length) || !areBelow(used, terms.length))
    return undefined
  return Array.from({ length: count }, (_, place) => {
    const set = new Set<string>()
    for (let i = first[place] ?? 0; i < (first[place + 1] ?? 0); i++) set.add(terms[used[i] ?? 0] ?? '')
    return set
  })
}
